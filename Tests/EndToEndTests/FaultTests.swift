// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of display, OpenGL, models, folders and files: a clear message each time, never a crash or a hang.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct FaultTests {
    @Test(.timeLimit(.minutes(10)), arguments: [[], ["window"], ["demo"]])
    func aMissingDisplayIsReportedWithAdvice(arguments: [String]) async throws {
        let program = try JarvisProgram()
        let result = try await program.command(
            arguments, unset: ["DISPLAY", "WAYLAND_DISPLAY"], within: .seconds(60))
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(
            result.errors.contains("No display is available. Start JARVIS in a graphical session"), "\(result.errors)")
    }

    @Test(.timeLimit(.minutes(10))) func anUnreachableDisplayIsReported() async throws {
        let program = try JarvisProgram(environment: ["DISPLAY": ":987"])
        let result = try await program.command([], unset: ["WAYLAND_DISPLAY"], within: .seconds(60))
        #expect(result.status == 1 && result.errors.contains("No display is available"), "\(result)")
        try await expectDoctor(program, finds: "display")
    }

    /// Without OpenGL, or with every kind of it where JARVIS_LOOK_MATRIX is 1.
    private static let backends = [
        ["GDK_DEBUG": "gl-disable"], ["GSK_RENDERER": "gl"], ["GSK_RENDERER": "cairo"],
        ["GSK_RENDERER": "gl", "GDK_DEBUG": "gl-gles"], ["GSK_RENDERER": "gl", "GDK_DEBUG": "gl-disable"],
        ["GDK_DEBUG": "gl-legacy"],
    ]

    @Test(
        .timeLimit(.minutes(10)),
        arguments: Environment.value("JARVIS_LOOK_MATRIX") == nil ? [backends[0]] : backends)
    func theWindowOpensWithEveryGraphicsBackend(environment: [String: String]) async throws {
        let program = try JarvisProgram(environment: environment)
        try await program.openAndWait()
        try await program.answersATypedQuestion()
        #expect(try await program.event("playbackStarted") != nil)
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func typingWorksWithoutTheSpeechModel() async throws {
        let program = try JarvisProgram(environment: ["JARVIS_POCKETSPHINX_MODEL": "/nonexistent"])
        try await program.openAndWait()
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
        try await VirtualMicrophone.hear(clip)
        #expect(try await program.banner("Install pocketsphinx-en-us") != nil)
        try await program.answersATypedQuestion()
        program.expectHealthy()
        try await expectDoctor(program, finds: "recognizer")
        let result = try await program.command(["transcribe", clip])
        #expect(result.status == 1 && result.errors.contains("pocketsphinx-en-us"), "\(result)")
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func anUnwritableDataFolderIsReported() async throws {
        let folder = try TemporaryFolder("jarvis-fault")
        write("", to: folder.path + "/file")
        // The superuser ignores permissions, but even it cannot make a folder below a file.
        let program = try JarvisProgram(environment: ["XDG_DATA_HOME": folder.path + "/file/data"])
        try await expectDoctor(program, finds: "store")
        for arguments in [["ask", "what is two plus two"], ["history", "list"]] {
            let result = try await program.command(arguments)
            #expect(result.errors.contains("Check the disk"), "\(arguments): \(result)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func anUnwritableConfigurationFolderIsReported() async throws {
        let folder = try TemporaryFolder("jarvis-fault")
        write("", to: folder.path + "/file")
        let program = try JarvisProgram(environment: ["XDG_CONFIG_HOME": folder.path + "/file/config"])
        let result = try await program.command(["config", "set", "voice.speed", "2"])
        #expect(result.status == 1 && result.errors.contains("Check the disk"), "\(result)")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: ["{garbage", "", "[1, 2]", "{\"voice.speed\": \"fast\"}", "\u{0}\u{1}\u{7f}"])
    func damagedSettingsAreReportedAndReplacedByDefaults(content: String) async throws {
        let program = try JarvisProgram()
        let folder = program.home.path + "/config"
        mkdir(folder, 0o700)
        mkdir(folder + "/jarvis", 0o700)
        write(content, to: folder + "/jarvis/settings.json")
        let result = try await program.command(["config", "get", "voice.speed"])
        #expect(result.status == 0 && result.output == "1\n")
        #expect(!result.errors.isEmpty, "it is told")
    }

    @Test(.timeLimit(.minutes(10))) func theWindowOpensWithoutItsResources() async throws {
        let folder = try TemporaryFolder("jarvis-fault")
        let copy = folder.path + "/jarvis"
        #expect(try await ChildProcess.run("cp", [JarvisProgram.path, copy]).status == 0)
        let program = try JarvisProgram(environment: ["JARVIS_RESOURCES": "/nonexistent"], program: copy)
        try await program.openAndWait()
        try await program.answersATypedQuestion()
        program.expectHealthy()
        try await program.close()
    }

    private func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

    private func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "wb") else {
            Issue.record("\(path) can't be written")
            return
        }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
