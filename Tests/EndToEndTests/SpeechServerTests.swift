// SPDX-License-Identifier: GPL-3.0-or-later
// Speech servers: what is sent to them, with which key, and that no socket opens without one.

import Glibc
import JarvisCore
import JarvisSignal
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct SpeechServerTests {
    private static let answer = Array("{\"text\": \"what time is it\"}".utf8)

    /// A second of noise as a WAV file in the program's home.
    private func recording(_ program: JarvisProgram) throws -> String {
        let path = program.home.path + "/noise.wav"
        let samples = (0..<16_000).map { Int16(truncatingIfNeeded: $0 &* 7919 % 2000 - 1000) }
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        let bytes = WAVFile.encode(samples, sampleRateHertz: 16_000)
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        return path
    }

    private func choose(_ program: JarvisProgram, _ port: Int) async throws {
        for (key, value) in [("address", "http://127.0.0.1:\(port)"), ("engine", "openai")] {
            let result = try await program.command(["config", "set", "recognition.\(key)", value])
            #expect(result.status == 0, "\(result)")
        }
    }

    @Test(.timeLimit(.minutes(10))) func keysAreStoredInTheKeyringAndSentToTheirServer() async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil { connection.respond(Self.answer) }
        }
        let program = try JarvisProgram()
        try await choose(program, server.port)
        let script = """
            printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 &
            gdbus wait --session --timeout 30 org.freedesktop.secrets || exit 9
            printf 'k-12345\\n' | "$1" config secret set "$2" || exit 8
            "$1" transcribe "$3"
            "$1" config secret clear "$2" || exit 7
            "$1" transcribe "$3"
            kill %1
            """
        let address = "http://127.0.0.1:\(server.port)/v1"
        let result = try await ChildProcess.run(
            "dbus-run-session",
            ["--", "bash", "-c", script, "bash", program.program, address, try recording(program)],
            environment: program.environment.merging(["HOME": program.home.path, "XDG_RUNTIME_DIR": program.home.path])
            {
                $1
            }, within: .seconds(600))
        #expect(result.output.ranges(of: "what time is it").count == 2, "\(result)")
        let requests = server.connections.map { String(decoding: $0.received, as: UTF8.self) }
        #expect(requests.map { $0.contains("Authorization: Bearer k-12345") } == [true, false])
        let settings = ChildProcess.contents(of: program.home.path + "/config/jarvis/settings.json")
        #expect(!settings.contains("k-12345"))
    }

    /// GIO launches a bus if there is none, and passes on the environment.
    @Test(.timeLimit(.minutes(10))) func programsStartedByLibrariesGetNoKey() async throws {
        let program = try JarvisProgram()
        let (home, told) = (program.home.path, program.home.path + "/told")
        let script = "printf '#!/bin/sh\necho \"key=$JARVIS_API_KEY\" >\(told)\n' >dbus-launch && chmod +x dbus-launch"
        #expect(try await ChildProcess.run("sh", ["-c", "cd \(home) && \(script)"]).status == 0)
        let own = [
            "PATH": "\(home):/usr/bin:/bin", "JARVIS_API_KEY": "secret", "DISPLAY": ":0", "XDG_RUNTIME_DIR": home,
        ]
        let result = try await ChildProcess.run(
            "env",
            ["-u", "DBUS_SESSION_BUS_ADDRESS", program.program, "config", "secret", "clear", "http://localhost"],
            environment: program.environment.merging(own) { $1 }, within: .seconds(60))
        #expect(ChildProcess.contents(of: told) == "key=\n", "\(result)")
    }

    @Test(.timeLimit(.minutes(10))) func anUnreachableServerFallsBackAndIsReportedByDoctor() async throws {
        let program = try JarvisProgram()
        let port = try FakeServer.unusedPort()
        try await choose(program, port)
        let result = try await program.command(["transcribe", try recording(program)])
        #expect(result.status == 0, "the embedded recognizer takes over: \(result)")
        let doctor = try await program.command(["doctor"])
        #expect(doctor.output.contains("FAIL recognition server: 127.0.0.1:\(port): refused"), "\(doctor)")
        #expect(doctor.output.contains("Start the server, or check its port."), "\(doctor)")
        let refusal = try await program.command(["config", "set", "recognition.address", "localhost"])
        #expect(refusal.status == 2 && refusal.errors.contains("must start with"), "\(refusal)")
    }

    @Test(.timeLimit(.minutes(10))) func theWindowOpensNoInternetSocketWithoutAServer() async throws {
        let program = try JarvisProgram()
        try await program.openAndWait()
        let child = try #require(program.child)
        try await program.ask("what is two plus two")
        #expect(try await program.event("reply") != nil)
        #expect(OpenFiles.internetSocketCount(ofProcess: "\(child.processIdentifier)") == 0)
        // The same check finds the sockets of a process that has some.
        let server = try FakeServer { $0.readToEnd() }
        #expect(OpenFiles.internetSocketCount(ofProcess: "self") > 0)
        server.stop()
    }
}
