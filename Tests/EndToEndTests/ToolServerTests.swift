// SPDX-License-Identifier: GPL-3.0-or-later
// Tool servers by command: added, tested, called and removed, with a server that runs as a child process.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct ToolServerTests {
    private let program: JarvisProgram
    private static let script =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    init() throws {
        program = try JarvisProgram()
    }

    private var marker: String { program.home.path + "/marks" }

    private func run(
        _ arguments: String..., expecting status: Int32 = 0, saying words: String = ""
    ) async throws {
        let result = try await program.command(["mcp"] + arguments)
        #expect(result.status == status, "\(arguments): \(result)")
        #expect((result.output + result.errors).contains(words), "\(arguments): \(result)")
    }

    @Test func toolServersAreAddedTestedCalledAndRemoved() async throws {
        try await run("add", "fake", "--", "python3", Self.script, "--marker", marker, saying: "fake was added")
        try await run("add", "fake", "--", "python3", Self.script, "--marker", marker, saying: "fake was changed")
        try await run("list", saying: "fake\tenabled\tpython3")
        #expect(!Environment.exists(marker), "nothing was started")
        try await run("test", "fake", saying: "fake (fake 1) speaks 2025-06-18 and has 11 tools")
        try await run("tools", saying: "fake\twrite\tmakes changes")
        try await run("call", "fake", "write", expecting: 1, saying: "Nothing was called")
        try await run("call", "fake", "echo", "{\"text\":\"a\"}", expecting: 1, saying: "Nothing was called")
        #expect(WholeFile.text(marker)?.contains("wrote") == false)
        try await run("call", "fake", "write", "{}", "--yes", saying: "done")
        try await run("call", "fake", "fail", "--yes", expecting: 1, saying: "it went wrong")
        try await run("call", "fake", "big", "--yes", saying: " of 5242880 bytes.")
        try await run("call", "fake", "crash", "--yes", expecting: 1, saying: "exited during \"crash\"")
        try await run("logs", "fake", saying: "something is very wrong")
        try await run("call", "fake", "hang", "--yes", "--limit", "1", expecting: 1, saying: "within 1 seconds")
        try await run("call", "fake", "echo", "[1]", expecting: 2, saying: "must be a JSON object")
        try await run("disable", "fake")
        try await run("call", "fake", "echo", "--yes", expecting: 1, saying: "\"fake\" is disabled")
        try await run("remove", "fake")
        try await run("list", "--json", saying: "[]")
        try await run("tools", expecting: 1, saying: "No tool server is enabled")
    }

    @Test(arguments: [[], ["--stubborn"]]) func anInterruptedCallEndsItsServer(options: [String]) async throws {
        let add = ["mcp", "add", "fake", "--", "python3", Self.script, "--marker", marker] + options
        #expect(try await program.command(add).status == 0)
        // Interrupt only once the call has arrived, however long the start takes.
        let command = """
            "$1" mcp call fake hang --yes 2>&1 & call=$!
            n=0; until grep -qs hangs "$2" || [ $n -eq 600 ]; do sleep 0.1; n=$((n + 1)); done
            kill -INT $call; wait $call
            """
        let result = try await ChildProcess.run(
            "sh", ["-c", command, "sh", program.program, marker], environment: program.environment)
        #expect(result.output.contains("Stopped."), "\(result)")
        let marks = (WholeFile.text(marker) ?? "").split(separator: "\n")
        let process = try #require(marks.first.flatMap { pid_t($0.dropFirst(4)) })
        #expect(kill(process, 0) != 0, "its server has ended")
        #expect(marks.contains("cancelled"))
    }

    @Test func callsAreConfirmedOnTheTerminal() async throws {
        try await run("add", "fake", "--", "python3", Self.script, "--marker", marker)
        // "script" gives the program a terminal, whose keys come from here.
        func answer(_ keys: String, _ tool: String) async throws -> CommandResult {
            let command = "\(program.program) mcp call fake \(tool)"
            let result = try await ChildProcess.run(
                "sh", ["-c", "echo \(keys) | script -qec \"$1\" /dev/null", "sh", command],
                environment: program.environment)
            return CommandResult(status: result.status, output: result.output, errors: "")
        }
        let refused = try await answer("n", "write")
        #expect(refused.status == 1 && refused.output.contains("Call \"write\" from \"fake\"?"), "\(refused)")
        #expect(WholeFile.text(marker)?.contains("wrote") == false)
        let allowed = try await answer("a", "write")
        #expect(allowed.status == 0 && allowed.output.contains("done"), "\(allowed)")
        try await run("call", "fake", "write", saying: "done")
        try await run("list", saying: "allowed: write")
        try await run("revoke", "fake", "write")
        try await run("revoke", "fake", "write", expecting: 1, saying: "Nothing changed")
        try await run("call", "fake", "write", expecting: 1, saying: "Nothing was called")
    }
}
