// SPDX-License-Identifier: GPL-3.0-or-later
// `jarvis render`: pictures without a display, identical bytes every time, and clear errors.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

/// A file's bytes, kept out of failure messages.
private struct Picture: Hashable, CustomTestStringConvertible {
    var bytes: [UInt8]

    var testDescription: String { "\(bytes.count) bytes" }
}

@Suite(.serialized)
struct RenderTests {
    private let program: JarvisProgram
    private var folder: String { program.home.path }

    init() throws {
        program = try JarvisProgram()
    }

    /// Runs `jarvis render` as on a machine without a display or a sound server.
    private func render(_ arguments: [String], environment: [String: String] = [:]) async throws -> CommandResult {
        let unset = ["DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER", "DBUS_SESSION_BUS_ADDRESS"]
        let program = environment.isEmpty ? program : try JarvisProgram(environment: environment)
        return try await program.command(["render"] + arguments, unset: unset)
    }

    private func bytes(_ name: String) -> Picture { Picture(bytes: ChildProcess.bytes(of: folder + "/" + name)) }

    /// Files in the folder, except the program's own.
    private func files() throws -> [String] {
        let handle = try #require(opendir(folder))
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix("."), !["stderr", "utterances"].contains(name) { names.append(name) }
        }
        return names.sorted()
    }

    private func expect(_ arguments: [String], fails status: Int32, saying words: String) async throws {
        let result = try await render(arguments)
        #expect(result.status == status && result.output.isEmpty, "\(arguments): \(result)")
        #expect(result.errors.contains(words), "\(arguments): \(result)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["software", "gl", "gles"])
    func statesAreDrawnWithoutADisplay(renderer: String) async throws {
        for state in ["idle", "listening", "recording", "held", "transcribing", "thinking", "speaking"] {
            let result = try await render([
                "--state", state, "--time", "0.7", "--level", "0.4", "--size", "120x90", "--scale", "2",
                "--renderer", renderer, "--out", "\(folder)/\(state).png", "--json",
            ])
            #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
            let report = result.document?.asObject
            #expect(report?["renderer"]?.asText == renderer)
            #expect((report?["context"]?.asText == nil) == (renderer == "software"))
            let described = try await ChildProcess.run(
                "identify", ["-format", "%m %w %h %[mean]", "\(folder)/\(state).png"])
            let words = described.output.split(separator: " ")
            #expect(words.prefix(3) == ["PNG", "240", "180"], "\(described)")
            // Out of 65535: something is lit, and most of the picture is black.
            let mean = try #require(words.last.flatMap { Double($0) })
            #expect((300...20_000).contains(mean), "\(state): \(mean)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func softwarePicturesAreIdenticalOnEveryProcessor() async throws {
        let arguments = [
            "--state", "speaking", "--from", "thinking", "--time", "0.15", "--spectrum", "noise", "--size", "300x200",
            "--out",
        ]
        #expect(try await render(arguments + ["\(folder)/a.png"]).status == 0)
        #expect(try await render(arguments + ["\(folder)/b.png"]).status == 0)
        // Makes the C library use its functions for old processors.
        let features = ["AVX2", "AVX", "FMA", "FMA4"].flatMap { ["-\($0)", "-\($0)_Usable"] }
        let old = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + features.joined(separator: ",")]
        #expect(try await render(arguments + ["\(folder)/c.png"], environment: old).status == 0)
        #expect(try await render(arguments + ["\(folder)/d.png", "--instructions", "baseline"]).status == 0)
        let first = bytes("a.png")
        #expect(!first.bytes.isEmpty)
        for name in ["b.png", "c.png", "d.png"] { #expect(bytes(name) == first, "\(name)") }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["gl", "gles"])
    func openGLPicturesAreIdenticalForAnyNumberOfThreads(renderer: String) async throws {
        var pictures: Set<Picture> = []
        for threads in ["0", "1", "2", "4"] {
            let result = try await render(
                [
                    "--state", "recording", "--level", "1", "--renderer", renderer, "--size", "240x240", "--out",
                    "\(folder)/a.png",
                ],
                environment: ["LP_NUM_THREADS": threads])
            #expect(result.status == 0, "\(result)")
            pictures.insert(bytes("a.png"))
        }
        #expect(pictures.count == 1)
    }

    @Test(.timeLimit(.minutes(10))) func sequenceFramesMatchStillsOfTheSameTime() async throws {
        let look = ["--size", "96x96", "--spectrum", "sine:440"]
        let sequence = try await render(
            ["--state", "speaking", "--from", "idle", "--time", "0", "--sequence", "5", "--fps", "25"] + look
                + ["--out", "\(folder)/film/part"])
        #expect(sequence.status == 0 && sequence.output.isEmpty && sequence.errors.isEmpty, "\(sequence)")
        var pictures: Set<Picture> = []
        for index in 0..<5 {
            let time = String(Double(index) / 25)
            let still = try await render(
                ["--state", "speaking", "--from", "idle", "--time", time] + look + ["--out", "\(folder)/still.png"])
            #expect(still.status == 0, "\(still)")
            #expect(bytes("still.png") == bytes("film/part/frame-000\(index).png"), "at \(time)")
            pictures.insert(bytes("still.png"))
        }
        #expect(pictures.count == 5, "it moves")
    }

    @Test(.timeLimit(.minutes(10))) func timelinePassesThroughItsStates() async throws {
        let timeline = ["--timeline", "idle:0.5,recording:0.5,speaking:1", "--size", "96x96", "--particles", "0"]
        let states = ["--size", "96x96", "--particles", "0", "--out"]
        #expect(try await render(timeline + ["--time", "0.4", "--out", "\(folder)/a.png"]).status == 0)
        #expect(try await render(timeline + ["--time", "1.9", "--out", "\(folder)/b.png"]).status == 0)
        #expect(try await render(["--state", "idle", "--time", "0.4"] + states + ["\(folder)/c.png"]).status == 0)
        #expect(bytes("a.png") == bytes("c.png"))
        #expect(bytes("a.png") != bytes("b.png"))
    }

    @Test(.timeLimit(.minutes(10))) func recordingsDriveTheSpectrumInTime() async throws {
        // Half a second of a tone, then two seconds of silence.
        let made = try await ChildProcess.run(
            "sox", ["-n", "-r", "16000", "\(folder)/tone.wav", "synth", "0.5", "sine", "2000", "pad", "0", "2"])
        #expect(made.status == 0, "\(made.output)")
        func speaking(_ sound: [String], at time: String) async throws -> Picture {
            let arguments = ["--state", "speaking", "--time", time, "--level", "0.5", "--particles", "0"]
            let result = try await render(arguments + sound + ["--size", "128x128", "--out", "\(folder)/a.png"])
            #expect(result.status == 0, "\(result)")
            return bytes("a.png")
        }
        let recording = ["--spectrum", "\(folder)/tone.wav"]
        #expect(try await speaking(recording, at: "0.4") != speaking([], at: "0.4"))
        #expect(try await speaking(recording, at: "2.4") == speaking([], at: "2.4"))
        #expect(
            try await speaking(["--spectrum", "sine:440"], at: "1") != speaking(["--spectrum", "sine:2000"], at: "1"))
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            ["--theme", "vivid"], ["--theme", "custom", "--accent", "ff4fd8"], ["--theme", "high-contrast"],
            ["--color-vision", "tritanopia"], ["--reduced-motion"], ["--hue", "-120"], ["--zoom", "0.7"],
            ["--particles", "10"], ["--quality", "low"], ["--brightness", "0.5"], ["--warmth", "1"],
            ["--speed", "2"], ["--error", "0.9"], ["--level", "0.9"], ["--clock", "10:09"], ["--timer", "60/90"],
        ])
    func optionsChangeThePicture(option: [String]) async throws {
        let plain = ["--state", "held", "--size", "128x128", "--out"]
        #expect(try await render(plain + ["\(folder)/a.png"]).status == 0)
        let changed = try await render(plain + ["\(folder)/b.png"] + option)
        #expect(changed.status == 0, "\(changed)")
        #expect(bytes("a.png") != bytes("b.png"))
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [
            [], ["--state", "nonsense"], ["--state", "idle", "--from", "nowhere"], ["--state", "idle", "--time", "-1"],
            ["--state", "idle", "--time", "nan"], ["--state", "idle", "--time", "1e9"],
            ["--state", "idle", "--level", "2"], ["--state", "idle", "--size", "640"],
            ["--state", "idle", "--size", "axb"], ["--state", "idle", "--size", "-4x4"],
            ["--state", "idle", "--size", "99999x99999"], ["--state", "idle", "--size", "8192x8192"],
            ["--state", "idle", "--size", "8x8"], ["--state", "idle", "--scale", "0"],
            ["--state", "idle", "--theme", "pink"], ["--state", "idle", "--accent", "ff0000"],
            ["--state", "idle", "--theme", "custom", "--accent", "red"], ["--state", "idle", "--particles", "501"],
            ["--state", "idle", "--hue", "inf"], ["--state", "idle", "--zoom", "9"],
            ["--state", "idle", "--color-vision", "x-ray"], ["--state", "idle", "--renderer", "magic"],
            ["--state", "idle", "--spectrum", "sine:"], ["--state", "idle", "--spectrum", "sine:99999"],
            ["--state", "idle", "--sequence", "0"], ["--state", "idle", "--fps", "25"],
            ["--state", "idle", "--sequence", "5", "--fps", "0"],
            ["--state", "idle", "--sequence", "36000", "--fps", "1"],
            ["--timeline", "idle"], ["--timeline", "idle:1,,"], ["--timeline", "idle:0"],
            ["--timeline", "idle:1", "--state", "idle"], ["--state", "idle", "--clock", "25:00"],
            ["--state", "idle", "--timer", "9/5"], ["--state", "idle", "--battery", "1.5"],
        ])
    func invalidOptionsAreUsageErrors(arguments: [String]) async throws {
        let result = try await render(arguments + ["--out", "\(folder)/a.png"])
        #expect(result.status == 2 && result.output.isEmpty, "\(arguments): \(result)")
        #expect(result.errors.contains("Usage: jarvis render"), "\(arguments): \(result)")
        #expect(try files() == [])
    }

    @Test(.timeLimit(.minutes(10))) func renderFailuresAreExplainedAndLeaveNoFiles() async throws {
        let idle = ["--state", "idle", "--size", "64x64"]
        try await expect(idle + ["--out", "/nonexistent/a.png"], fails: 1, saying: "/nonexistent/a.png: No such file")
        try await expect(idle + ["--out", folder], fails: 1, saying: "is a folder")
        try await expect(idle + ["--out", "/proc/a.png"], fails: 1, saying: "/proc/a.png")
        try await expect(
            idle + ["--sequence", "2", "--out", "/proc/film"], fails: 1, saying: "/proc/film")
        try await expect(
            idle + ["--spectrum", "/nonexistent.wav", "--out", "\(folder)/a.png"], fails: 1, saying: "No such file")
        let text = folder + "/text.wav"
        #expect(try await ChildProcess.run("sh", ["-c", "echo no sound >'\(text)'"]).status == 0)
        try await expect(idle + ["--spectrum", text, "--out", "\(folder)/a.png"], fails: 1, saying: "text.wav")
        try await expect(idle + ["--sequence", "2", "--out", text], fails: 1, saying: "is a file")
        try await expect(idle + ["--out", "-", "--json"], fails: 2, saying: "--json")
        try await expect(idle + ["--out", "-", "--sequence", "2"], fails: 2, saying: "standard output")
        #expect(try files() == ["text.wav"])
        // On a full disk, the old picture stays and no new file appears.
        #expect(try await render(idle + ["--out", "\(folder)/a.png"]).status == 0)
        let before = bytes("a.png")
        let script = "ulimit -f 1; trap '' XFSZ; exec \"$@\""
        let full = try await ChildProcess.run(
            "bash", ["-c", script, "bash", program.program, "render"] + idle + ["--out", "\(folder)/a.png"],
            environment: program.environment)
        #expect(full.status == 1 && full.output.contains("a.png"), "\(full)")
        #expect(bytes("a.png") == before)
        #expect(try files() == ["a.png", "text.wav"])
    }

    @Test(.timeLimit(.minutes(10))) func picturesGoToStandardOutputAndPipes() async throws {
        let idle = ["--state", "idle", "--size", "64x64", "--out"]
        #expect(try await render(idle + ["\(folder)/a.png"]).status == 0)
        let script =
            "\"$1\" render --state idle --size 64x64 --out - >\"$2/b.png\" && "
            + "\"$1\" render --state idle --size 64x64 --out /dev/stdout | cat >\"$2/c.png\""
        let piped = try await ChildProcess.run("sh", ["-c", script, "sh", program.program, folder])
        #expect(piped.status == 0, "\(piped)")
        #expect(bytes("b.png") == bytes("a.png") && bytes("c.png") == bytes("a.png"))
    }

    @Test(.timeLimit(.minutes(10))) func missingShadersAdviseTheSoftwareRenderer() async throws {
        let copy = folder + "/jarvis"
        #expect(try await ChildProcess.run("cp", [program.program, copy]).status == 0)
        let alone = try JarvisProgram(environment: ["XDG_DATA_DIRS": folder], program: copy)
        let arguments = ["render", "--state", "idle", "--out", "\(folder)/a.png", "--renderer"]
        let result = try await alone.command(arguments + ["gl"])
        #expect(result.status == 1 && result.errors.contains("--renderer software"), "\(result)")
        #expect(try await alone.command(arguments + ["software"]).status == 0)
    }
}
