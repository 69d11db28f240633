// SPDX-License-Identifier: GPL-3.0-or-later
// "Models & tools" in the real window, with a fake model server and a real tool server: changes there show on the
// command line, and the other way round.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ConnectionsTests {
    private static let tools =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Tools"

    private func open() async throws -> JarvisProgram {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        try await program.press("ctrl+comma")
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "settings" } != nil)
        // The search leads to the page.
        try await program.type("tool server")
        try await program.press("Return")
        try await walk(program, "see Tool servers")
        return program
    }

    private func walk(_ program: JarvisProgram, _ steps: String...) async throws {
        let identifier = String(program.child?.processIdentifier ?? 0)
        let result = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-B", Self.tools + "/screen-reader-walk.py", "--pid", identifier] + steps.flatMap { ["--do", $0] },
            within: .seconds(600))
        #expect(result.status == 0, "\(result.output)")
    }

    private func command(_ program: JarvisProgram, _ arguments: String..., saying words: String = "") async throws {
        let result = try await program.command(arguments)
        #expect(result.status == 0 && (result.output + result.errors).contains(words), "\(arguments): \(result)")
    }

    @Test func aLanguageModelIsAddedUsedAndRemoved() async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil {
                connection.respond(Array("{\"data\":[{\"id\":\"tiny\"},{\"id\":\"small\"}]}".utf8))
            }
        }
        let program = try await open()
        // A server added on the command line appears by itself, and the round button adds another one.
        try await command(program, "servers", "add", "away", "--kind", "ollama", "--url", "http://127.0.0.1:9")
        try await walk(
            program, "see Nothing is listening at 127.0.0.1:9", "press Edit away", "press Add a server",
            "press Language model", "tab Name", "type near", "tab Address", "type http://127.0.0.1:\(server.port)",
            "press List models", "see 2 models:", "press Use small", "press Save",
            "see Connected, 2 models", "press Use near", "see Stop using near")
        try await command(
            program, "servers", "list", saying: "near\topenai\thttp://127.0.0.1:\(server.port)\tsmall\tin use")
        try await command(program, "servers", "use", "away")
        try await walk(
            program, "see Stop using away", "press Remove near", "see Removed near", "press Undo", "see near restored",
            "press Remove away", "gone Test away")
        let list = try await program.command(["servers", "list"])
        #expect(list.output.hasPrefix("near\t") && list.output.hasSuffix("not in use\n"), "\(list)")
        program.expectHealthy()
        try await program.close()
        server.stop()
    }

    @Test func aToolServerIsAddedCalledAndDisabled() async throws {
        let program = try await open()
        let marker = program.home.path + "/marks"
        let script = Self.tools + "/tool_server.py"
        try await command(program, "mcp", "add", "cli", "--", "python3", script, "--marker", marker)
        #expect(!Environment.exists(marker), "nothing was started")
        try await walk(
            program, "see Let JARVIS use cli", "press Edit cli", "press Add a server", "press Tool server", "tab Name",
            "type own", "tab Command", "type python3 \(script) --marker \(marker)", "press Save",
            "see fake 1 connected, 11 tools", "press Details of own", "see write — makes changes")
        try await command(program, "mcp", "list", saying: "own\tenabled\tpython3 \(script)")
        try await command(program, "mcp", "call", "own", "write", "--yes")
        try await walk(program, "press Let JARVIS use own")
        #expect(
            try await eventually { try await program.command(["mcp", "list"]).output.contains("own\tdisabled") })
        try await command(program, "mcp", "remove", "cli")
        try await walk(program, "gone Test cli", "press Remove own", "see Removed own", "gone Test own")
        let list = try await program.command(["mcp", "list"])
        #expect(list.output.isEmpty, "\(list)")
        program.expectHealthy()
        try await program.close()
    }
}
