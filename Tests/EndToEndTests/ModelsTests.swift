// SPDX-License-Identifier: GPL-3.0-or-later
// Speech models by command: installing, trying, choosing, interrupted downloads, full disks and damage. Failures are
// reported, and recognition keeps working.

import Glibc
import JarvisCore
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ModelsTests {
    private let program: JarvisProgram
    /// A copy of the packaged model, as a user's own model.
    private let copy: String

    init() async throws {
        program = try JarvisProgram()
        copy = program.home.path + "/other-moonshine-en"
        let source = ResourceLocator.standard().speechModelFolder("moonshine-tiny-en")
        let result = try await ChildProcess.run("cp", ["-r", source, copy])
        try #require(result.status == 0, "scripts/speech-engine has fetched the model: \(result.output)")
    }

    private var models: String { program.dataFolder + "/models" }

    private var names: [String] {
        var names: [String] = []
        _ = FileSystem().listFolder(models, &names)
        return names.sorted()
    }

    private func run(_ arguments: String..., expecting status: Int32 = 0, saying words: String = "") async throws {
        let result = try await program.command(["models"] + arguments)
        #expect(result.status == status, "\(arguments): \(result)")
        #expect((result.output + result.errors).contains(words), "\(arguments): \(result)")
    }

    private func listed() async throws -> [JSONObject] {
        try await program.command(["models", "list", "--json"]).document?.asArray?.compactMap(\.asObject) ?? []
    }

    private func transcript() async throws -> CommandResult {
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("the weather was very nice in the mountains", into: clip)
        return try await program.command(["transcribe", clip, "--json"])
    }

    @Test func modelsAreInstalledUsedVerifiedAndRemoved() async throws {
        let before = try await listed()
        let packaged = before.first { $0["id"]?.asText == "moonshine-tiny-en" }
        #expect(packaged?["packaged"]?.asFlag == true && packaged?["used"]?.asFlag == true)
        #expect(before.contains { $0["id"]?.asText == "joe-en-us" && $0["installed"]?.asFlag == false })
        try await run("install", copy, "--name", "own", saying: "Installed own.")
        try await run("install", copy, "--name", "own", expecting: 1, saying: "is already installed")
        try await run("use", "own")
        let used = try await listed().first { $0["used"]?.asFlag == true && $0["kind"]?.asText == "recognizer" }
        #expect(used?["id"]?.asText == "own")
        let heard = try await transcript()
        #expect(heard.status == 0 && heard.output.contains("ountain") && heard.errors.isEmpty, "\(heard)")
        let doctor = try await program.command(["doctor"])
        #expect(doctor.output.contains("ok   speech model: own: Moonshine"), "\(doctor)")
        try await run("verify", saying: "ok   own")
        try await run("use", "default")
        try await run("remove", "own")
        #expect(names.isEmpty)
        try await run("remove", "own", expecting: 1, saying: "There's no model")
        try await run("remove", "moonshine-tiny-en", expecting: 1, saying: "came with JARVIS")
        try await run("use", "own", expecting: 1, saying: "There's no model")
    }

    @Test func aModelRejectedByTheLibraryIsNotInstalled() async throws {
        // The damaged file keeps its length and its name.
        var bytes = try WholeFile.bytes(copy + "/encoder_model.ort")
        for place in bytes.indices where place > 1_000 && place % 100 < 50 { bytes[place] = 0xFF }
        try AtomicFile.write(copy + "/encoder_model.ort", bytes)
        try await run("install", copy, expecting: 1, saying: "doesn't work")
        #expect(names.isEmpty)
    }

    @Test func aModelThatMakesTheLibraryExitIsNotInstalled() async throws {
        // The names are those of a Whisper model; the library calls exit() if the networks themselves lack its
        // metadata.
        let folder = program.home.path + "/false-whisper"
        try Folder.create(folder)
        for (name, source) in [
            ("a-encoder.onnx", "encoder_model.ort"), ("a-decoder.onnx", "decoder_model_merged.ort"),
            ("a-tokens.txt", "tokens.txt"),
        ] {
            try StoreFailure.check(FileSystem().rename(copy + "/" + source, folder + "/" + name), name)
        }
        try await run("install", folder, expecting: 1, saying: "false-whisper doesn't work")
        #expect(names.isEmpty)
    }

    @Test func aDamagedModelFallsBackToThePackagedOne() async throws {
        try await run("install", copy, "--name", "own")
        try await run("use", "own")
        #expect(truncate(models + "/own/decoder_model_merged.ort", 1_000_000) == 0)
        let heard = try await transcript()
        #expect(heard.status == 0 && heard.output.contains("ountain"), "\(heard)")
        #expect(heard.errors.contains("is damaged") && heard.errors.contains("uses its built-in model"), "\(heard)")
        let doctor = try await program.command(["doctor"])
        #expect(doctor.status == 1 && doctor.output.contains("FAIL speech model: own doesn't work"), "\(doctor)")
        try await run("verify", expecting: 1, saying: "FAIL own")
        // A missing model is treated in the same way.
        try FolderTree.remove(models + "/own")
        let again = try await transcript()
        #expect(again.status == 0 && again.output.contains("ountain") && !again.errors.isEmpty, "\(again)")
        try await run("verify", expecting: 1, saying: "FAIL own: There's no model")
    }

    /// A truncated packaged model, and a missing library: both are reported, and PocketSphinx takes over.
    @Test(arguments: [("models/moonshine-tiny-en", "is damaged"), ("lib", "isn't installed")])
    func aDamagedInstallationFallsBackToPocketSphinx(folder: String, words: String) async throws {
        let resources = program.home.path + "/resources"
        let place = resources + "/.build/speech/" + folder
        try Folder.create(place)
        if folder != "lib" {
            let result = try await ChildProcess.run("cp", ["-rT", copy, place])
            #expect(result.status == 0)
            #expect(truncate(place + "/decoder_model_merged.ort", 1_000_000) == 0)
        }
        let program = try JarvisProgram(environment: ["JARVIS_RESOURCES": resources])
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
        let heard = try await program.command(["transcribe", clip, "--json"])
        #expect(heard.status == 0 && heard.output.contains("pocketsphinx"), "\(heard)")
        #expect(heard.errors.contains(words) && heard.errors.contains("JARVIS uses PocketSphinx"), "\(heard)")
    }

    @Test func theModelFollowsTheLanguage() async throws {
        try await run("install", copy, "--name", "own", "--language", "tlhing", expecting: 2)
        try await run("install", copy, "--name", "own", "--language", "de")
        func use(_ language: String) async throws -> String? {
            let set = try await program.command(["config", "set", "recognition.language", language])
            #expect(set.status == 0, "\(set)")
            return try await listed().first { $0["used"]?.asFlag == true && $0["kind"]?.asText == "recognizer" }?["id"]?
                .asText
        }
        #expect(try await use("de") == "own")
        let german = try await transcript()
        #expect(german.output.contains("\"own\"") && german.errors.isEmpty, "\(german)")
        #expect(try await use("en") == "moonshine-tiny-en")
        #expect(try await use("fr") == "moonshine-tiny-en")
        let french = try await transcript()
        #expect(french.status == 0 && french.output.contains("ountain"), "\(french)")
        #expect(french.errors.contains("No speech model for \"fr\" is installed"), "\(french)")
    }

    @Test func modelsTryFailsWhenTheModelDoesNotFitInMemory() async throws {
        // With this limit on its address space, the program runs, but the model's networks don't fit.
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("set a timer for ten minutes", into: clip)
        let model = ResourceLocator.standard().speechModelFolder("moonshine-tiny-en")
        let result = try await ChildProcess.run(
            "sh", ["-c", "ulimit -v 390000; exec \"$@\"", "sh", JarvisProgram.path, "models", "try", model],
            environment: program.environment)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("jarvis: "), "\(result)")
    }

    @Test func interruptedInstallationsResume() async throws {
        let archive = program.home.path + "/own.tar"
        let packed = try await ChildProcess.run("tar", ["-cf", archive, "-C", program.home.path, "other-moonshine-en"])
        #expect(packed.status == 0)
        let bytes = try WholeFile.bytes(archive)
        let half = bytes.count / 2
        let isStalling = Mutex(true)
        let ranges = Mutex<[String]>([])
        let server = try FakeServer { connection in
            guard let head = connection.readRequest()?.head else { return }
            let range = head.firstRange(of: "\r\nRange: bytes=").map { head[$0.upperBound...].prefix { $0 != "-" } }
            if let range { ranges.withLock { $0.append(String(range)) } }
            let first = range.flatMap { Int($0) } ?? 0
            let place = first > 0 ? "Content-Range: bytes \(first)-\(bytes.count - 1)/\(bytes.count)\r\n" : ""
            connection.write(
                "HTTP/1.1 \(first > 0 ? "206 Partial Content" : "200 OK")\r\nETag: \"v\"\r\n\(place)"
                    + "Content-Length: \(bytes.count - first)\r\n\r\n")
            let isStalling = isStalling.withLock { $0 }
            connection.write(Array(bytes[first..<(isStalling ? half : bytes.count)]))
            if isStalling { connection.readToEnd() }
        }
        let address = "http://127.0.0.1:\(server.port)/own.tar"
        let part = models + "/.staging-own/download/own.tar.part"
        func arrived() -> Int {
            var status = FileStatus()
            return FileSystem().statusOfPath(part, &status) >= 0 ? status.size : 0
        }
        // First killed, then stopped as by Ctrl+C.
        for (round, (signal, status)) in [(SIGKILL, 128 + SIGKILL), (SIGINT, Int32(1))].enumerated() {
            let child = try ChildProcess(
                program.program, ["models", "install", address], environment: program.environment)
            while arrived() < half || server.connectionCount <= round, child.isRunning {
                try await Task.sleep(for: .milliseconds(20))
            }
            child.send(signal: signal)
            let exit = try await child.exit(within: .seconds(60))
            #expect(exit == status, "\(child.output)")
            #expect(arrived() == half)
        }
        isStalling.withLock { $0 = false }
        try await run("install", address, saying: "Installed own.")
        #expect(ranges.withLock { $0.last } == String(half))
        #expect(names == ["own"])
        try await run("verify", "own", saying: "ok   own")
    }

    @Test func aFullDiskIsReportedAndLeavesNothing() async throws {
        // Limits files to 8 MB. Without the signal that usually follows, writes fail as on a full disk.
        let result = try await ChildProcess.run(
            "sh",
            [
                "-c", "trap '' XFSZ; ulimit -f 16384; exec \"$@\"", "sh", JarvisProgram.path, "models", "install", copy,
            ], environment: program.environment)
        #expect(result.status == 1 && result.output.contains("The disk filled up"), "\(result)")
        #expect(names.isEmpty)
    }

    @Test func anUnwritableModelFolderIsReported() async throws {
        let program = try JarvisProgram(environment: ["XDG_DATA_HOME": "/proc/data"])
        let result = try await program.command(["models", "install", copy])
        #expect(result.status == 1 && result.errors.hasPrefix("jarvis: "), "\(result)")
        #expect(result.errors.contains("/proc/data"), "\(result)")
    }

    @Test(arguments: [
        ["models", "install"], ["models", "install", "x", "--name", "../x"],
        ["models", "install", "x", "--sha256", "1"],
        ["models", "remove"], ["models", "use"], ["models", "nonsense"],
    ])
    func modelUsageErrorsExitWithStatusTwo(arguments: [String]) async throws {
        let result = try await program.command(arguments)
        #expect(result.status == 2 && result.output.isEmpty, "\(arguments): \(result)")
    }

    @Test(arguments: ["nothing", "/nonexistent/model.tar", "http://models.example/a.tar"])
    func invalidSourcesAreReported(source: String) async throws {
        let result = try await program.command(["models", "install", source])
        #expect(result.status == 1 && result.errors.contains(source), "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
    }
}
