// SPDX-License-Identifier: GPL-3.0-or-later
// Language model servers, from the command line and in the window.

import JarvisCore
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Synchronization
import Testing

@Suite(.serialized)
struct LanguageModelTests {
    private static let open = "why does the sea look blue in the evening"

    static func event(_ text: String, end: String? = nil) -> String {
        let reason = end.map { ",\"finish_reason\":\"\($0)\"" } ?? ""
        return "data: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}\(reason)}]}\n\n"
    }

    /// A server whose model replies with these pieces; request bodies are passed to a closure.
    static func server(
        saying pieces: [String], _ requested: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> FakeServer {
        try FakeServer { connection in
            while let request = connection.readRequest() {
                guard request.head.hasPrefix("POST") else {
                    connection.respond(Array("{\"data\":[{\"id\":\"tiny\"}]}".utf8))
                    continue
                }
                requested(String(decoding: request.body, as: UTF8.self))
                let body = pieces.map { event($0) }.joined() + event("", end: "stop") + "data: [DONE]\n\n"
                connection.respond("200 OK", type: "text/event-stream", Array(body.utf8))
            }
        }
    }

    private func add(_ program: JarvisProgram, _ port: Int, _ name: String = "local") async throws {
        let result = try await program.command([
            "servers", "add", name, "--kind", "openai", "--url", "http://127.0.0.1:\(port)/v1",
        ])
        #expect(result.status == 0, "\(result)")
    }

    @Test(.timeLimit(.minutes(10)), arguments: [["--stream"], []])
    func answersContainNoTerminalEscapes(options: [String]) async throws {
        let server = try Self.server(saying: ["Red \\u001b[31m and \\u009b31m. ", "Then \\u202eback\\r. "])
        let program = try JarvisProgram()
        try await add(program, server.port)
        // `script` runs the command on a terminal.
        let command = ([program.program, "ask"] + options + ["'\(Self.open)'"]).joined(separator: " ")
        let result = try await ChildProcess.run(
            "script", ["-qec", command, "/dev/null"], environment: program.environment, within: .seconds(60))
        let shown = result.output.replacing("\r\n", with: "\n")
        #expect(result.status == 0 && shown.contains("Then"), "\(shown.debugDescription)")
        #expect(!shown.unicodeScalars.contains(where: PlainText.misleads), "\(shown.debugDescription)")
    }

    @Test(.timeLimit(.minutes(10))) func serversAreManagedAndAskedByCommand() async throws {
        let bodies = Mutex<[String]>([])
        let server = try Self.server(saying: ["Light <think>hm</think>", "scatters. ", "That is all."]) { body in
            bodies.withLock { $0.append(body) }
        }
        let program = try JarvisProgram()
        try await add(program, server.port)
        try await add(program, server.port, "second")
        let list = try await program.command(["servers", "list", "--json"])
        let used = (list.document?.asArray ?? []).map { $0.asObject?["used"]?.asFlag }
        #expect(used == [true, false], "\(list)")
        let trial = try await program.command(["servers", "test"])
        #expect(trial.status == 0 && trial.output.contains("tiny"), "\(trial)")
        #expect(bodies.withLock { $0.removeFirst() }.contains("Say hello"))

        let skill = try await program.command(["ask", "what is two plus two"])
        #expect(skill.output == "2 + 2 is 4.\n" && bodies.withLock { $0 }.isEmpty, "skills answer first")
        let answer = try await program.command(["ask", Self.open, "--json"])
        #expect(answer.document?.asObject?["reply"]?.asText == "Light scatters. That is all.", "\(answer)")
        #expect(answer.document?.asObject?["skill"]?.asText == "language-model")
        let streamed = try await program.command(["ask", "--stream", "--server", "second", "and " + Self.open])
        #expect(streamed.output == "Light scatters. That is all.\n", "\(streamed)")
        #expect(bodies.withLock { $0.last ?? "" }.contains("Light scatters."), "what was said before is known")
        let without = try await program.command(["ask", "--no-server", Self.open])
        #expect(!without.output.contains("scatters") && bodies.withLock { $0 }.count == 2)

        #expect(try await program.command(["servers", "use", "nonsense"]).status == 1)
        #expect(try await program.command(["servers", "remove", "local"]).status == 0)
        let after = try await program.command(["ask", "flibber the wobbly"])
        #expect(after.output.contains("I don't know how to do that"), "\(after)")
        #expect(bodies.withLock { $0 }.count == 2, "none is in use")
    }

    @Test(.timeLimit(.minutes(10))) func anUnreachableServerIsReported() async throws {
        let program = try JarvisProgram()
        let port = try FakeServer.unusedPort()
        try await add(program, port)
        let answer = try await program.command(["ask", Self.open])
        #expect(answer.status == 0 && answer.output.contains("Nothing is listening at 127.0.0.1:\(port)."), "\(answer)")
        let doctor = try await program.command(["doctor"])
        #expect(doctor.output.contains("FAIL language model:"), "\(doctor)")
    }

}
