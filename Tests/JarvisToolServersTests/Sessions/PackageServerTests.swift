// SPDX-License-Identifier: GPL-3.0-or-later
// The client against the `mcp` package's own server code (scripts/tool-server-package), in the generation that supports
// only the old protocol and in the one that supports both, to check it against the real protocol.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisToolServers

@Suite(.serialized, .timeLimit(.minutes(5)))
struct PackageServerTests {
    private static let script =
        #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 } + "/scripts/tool-server-package"

    private let rig: ToolRig

    init() throws {
        rig = try ToolRig { ($0.start, $0.call) = (.seconds(60), .seconds(60)) }
    }

    /// The first run creates a virtual environment and installs the package.
    private func install(_ generation: Int) async throws {
        let result = try await ChildProcess.run(
            "bash", [Self.script, "\(generation)", "--install-only"], within: .seconds(240))
        try #require(result.status == 0, "\(result.output)")
    }

    private func check(_ session: ToolServerSession, _ generation: Int) async throws {
        let greeting = try await session.greet()
        #expect(greeting.name == "package")
        #expect(greeting.era.isModern == (generation == 2), "\(greeting.era)")
        let tools = try await session.tools()
        #expect(tools.map(\.name).sorted() == ["add", "echo", "fail", "wait"])
        #expect(tools.first { $0.name == "echo" }?.effect == .reads)
        #expect(try await session.call("echo", ["text": .text("ä\n\"🙂\"")]).text == "ä\n\"🙂\"")
        #expect(try await session.call("add", ["first": .integer(20), "second": .integer(22)]).text == "42")
        // The later generation does not reveal the reason.
        let failed = try await session.call("fail")
        #expect(failed.isError && failed.text.contains(generation == 1 ? "it went wrong" : "fail"), "\(failed.text)")
        let wrong = try await session.call("add", ["first": .text("x")])
        #expect(wrong.isError, "the server says what it lacks: \(wrong.text)")
        let tool = try await session.tool(named: "wait")
        let call = Task { try await session.call(tool, [:]) }
        for _ in 0..<20 { #expect(try await session.call("echo", ["text": .text("a")]).text == "a") }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await session.call("echo", ["text": .text("b")]).text == "b", "it goes on")
    }

    @Test(arguments: [1, 2]) func bothErasWorkOverStdio(generation: Int) async throws {
        try await install(generation)
        let server = ToolServer(
            name: "package", way: .command("bash", arguments: [Self.script, "\(generation)"]))
        try await check(rig.servers.session(of: server), generation)
        await rig.servers.close()
        #expect(await rig.servers.logs.lines(of: "package").contains { $0.contains("called off") })
    }

    /// A server at an address, and its process.
    private func listening(_ generation: Int, _ options: String...) async throws -> (ToolServer, ChildProcess) {
        try await install(generation)
        let process = try ChildProcess("bash", [Self.script, "\(generation)", "--http"] + options)
        await yieldUntil { process.output.contains("\n") || !process.isRunning }
        let line = process.output.split(separator: "\n").first { $0.hasPrefix("port ") }
        let port = try #require(line.flatMap { Int($0.dropFirst(5)) }, "\(process.output)")
        return (ToolServer(name: "package", way: .address("http://127.0.0.1:\(port)/mcp")), process)
    }

    @Test(arguments: [1, 2]) func bothErasWorkOverHTTP(generation: Int) async throws {
        let (server, process) = try await listening(generation)
        try await check(rig.servers.session(of: server), generation)
        await rig.servers.close()
        withExtendedLifetime(process) {}
    }

    @Test func closedStreamIsResumed() async throws {
        let (server, process) = try await listening(1, "--resumable")
        let session = rig.servers.session(of: server)
        for _ in 0..<2 { #expect(try await session.call("cut").text == "whole") }
        #expect(process.output.contains("again from"), "\(process.output)")
        await rig.servers.close()
    }
}
