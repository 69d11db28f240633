// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(10)))
struct StdioTests {
    @Test(arguments: [
        ("classic", ProtocolEra.classic(version: "2025-06-18")), ("modern", .modern(version: "2026-07-28")),
        ("both", .modern(version: "2026-07-28")), ("mute", .classic(version: "2025-06-18")),
    ])
    func serversOfEachEraAreSupported(era: String, expected: ProtocolEra) async throws {
        // Only the mute one is waited for in vain; the others answer, however busy the machine is.
        let rig = try ToolRig { $0.mute = era == "mute" ? .milliseconds(200) : .seconds(60) }
        let session = rig.session("--era", era)
        #expect(try await session.greet().era == expected)
        #expect(try await session.greet().name == "fake")
        let tools = try await session.tools()
        #expect(tools.count == 11, "both pages")
        #expect(tools.first { $0.name == "write" }?.effect == .writes)
        #expect(try await session.call("echo", ["text": .text("ä\nb")]).text == "ä\nb")
        await rig.servers.close()
    }

    @Test func slowModernServerIsNotMistakenForClassic() async throws {
        // Both requests are waiting when the server begins to read.
        let rig = try ToolRig { $0.mute = .zero }
        let session = rig.session("--era", "both")
        let era = try await session.greet().era
        #expect(era == .modern(version: "2026-07-28") || era == .classic(version: "2025-06-18"))
        #expect(try await session.call("echo", ["text": .text("a")]).text == "a")
        let modern = rig.session("--era", "modern")
        #expect(try await modern.greet().era == .modern(version: "2026-07-28"))
        await rig.servers.close()
    }

    @Test func aServerKilledByTheModernRequestIsRestartedAsClassic() async throws {
        let rig = try ToolRig(limits: { $0.mute = .seconds(30) }, clock: InstantClock())
        let session = rig.session("--era", "strict")
        #expect(try await session.greet().era == .classic(version: "2025-06-18"))
        #expect(rig.marks.count == 2, "started once more")
        _ = try await session.failure(of: "crash")
        #expect(try await session.call("echo", ["text": .text("a")]).text == "a")
        #expect(rig.marks.filter { $0.hasPrefix("pid") }.count == 3, "it is remembered")
        await rig.servers.close()
    }

    @Test func nonProtocolOutputIsIgnored() async throws {
        let rig = try ToolRig()
        #expect(try await rig.session("--banner").call("echo", ["text": .text("a")]).text == "a")
        await rig.servers.close()
        #expect(await rig.servers.logs.lines(of: "fake").contains("[not an MCP message] Listening…"))
    }

    @Test func silentServerTimesOut() async throws {
        let clock = ManualClock()
        let rig = try ToolRig(limits: { ($0.start, $0.mute) = (.seconds(60), .seconds(2)) }, clock: clock)
        let session = rig.session("--silent", "--banner")
        let failing = Task { try await session.failure(of: "echo") }
        // Its question comes after the banner, so that has been read, too.
        await yieldUntil { rig.marks.contains("answered") && clock.sleeperCount == 2 }
        clock.advance(by: .seconds(2))
        // The modern and the classic question.
        await yieldUntil { clock.sleeperCount == 2 }
        clock.advance(by: .seconds(60))
        #expect(try await failing.value == .silent(seconds: 60, rubbish: "Listening…"))
        let marks = rig.marks
        let process = try #require(pid_t(marks[0].dropFirst(4)))
        #expect(kill(process, 0) != 0, "its program has ended")
        await rig.servers.close()
    }

    @Test func anEarlyExitIsReportedWithItsReason() async throws {
        let rig = try ToolRig()
        let session = rig.session("--dies", "no such token")
        #expect(try await session.failure(of: "echo") == .endedAtStart(.exited(1), log: ["no such token"]))
        let text = ToolServerFailure(server: "s", kind: .endedAtStart(.exited(1), log: ["no such token"])).advice
        #expect(text == "\"s\" exited right after starting (status 1). Last output: no such token")
        await rig.servers.close()
    }

    /// The last lines of servers written for the Python package mcp 1.x when they are started with 2.3.0.
    @Test(arguments: [
        "ModuleNotFoundError: No module named 'mcp.server.fastmcp'. This is mcp 2.x, where FastMCP was renamed",
        "AttributeError: 'Server' object has no attribute 'list_tools'",
        "AttributeError: 'Server' object has no attribute 'call_tool'",
        "ImportError: cannot import name 'McpError' from 'mcp.shared.exceptions' (/usr/lib/x.py)",
    ])
    func aServerForAnEarlierPackageIsToldHowToStart(line: String) {
        let kind = ToolServerFailure.Kind.endedAtStart(.exited(1), log: ["Traceback", line])
        #expect(ToolServerFailure(server: "s", kind: kind).advice.contains("--with 'mcp<2'"))
    }

    @Test func aServerThatKeepsFailingIsNotRestarted() async throws {
        let rig = try ToolRig(clock: InstantClock())
        let session = rig.session("--dies", "no")
        for _ in 0..<5 { _ = try await session.failure(of: "echo") }
        #expect(try await session.failure(of: "echo") == .keepsFailing(times: 5, log: ["no"]))
        #expect(rig.marks.count == 6, "the first time with the classic question as well, and not after the fifth")
        await rig.servers.close()
    }

    @Test func crashDuringACallIsReportedAndTheServerRestarts() async throws {
        let rig = try ToolRig(clock: InstantClock())
        let session = rig.session()
        let crash = try await session.failure(of: "crash")
        #expect(crash == .crashed(tool: "crash", .exited(3), log: ["something is very wrong"]))
        #expect(rig.marks.filter { $0 == "crashed" }.count == 1, "what may change something is not called twice")
        #expect(try await session.call("echo", ["text": .text("a")]).text == "a")
        #expect(rig.marks.filter { $0.hasPrefix("pid") }.count == 2)
        await rig.servers.close()
    }

    @Test func aReadOnlyCallIsRepeatedAfterACrash() async throws {
        let rig = try ToolRig(clock: InstantClock())
        let session = rig.session()
        #expect(try await session.call("crash_once").text == "alive")
        let isTold = rig.news.contains { news in
            if case .restarting = news { true } else { false }
        }
        #expect(isTold)
        await rig.servers.close()
    }

    @Test func endedServerIsRestartedForTheNextCall() async throws {
        let rig = try ToolRig(clock: InstantClock())
        let session = rig.session()
        _ = try await session.call("echo")
        let process = try #require(pid_t(rig.marks[0].dropFirst(4)))
        kill(process, SIGKILL)
        await yieldUntil { kill(process, 0) != 0 }
        _ = try? await session.call("echo")
        #expect(try await session.call("write").text == "done")
        #expect(rig.marks.filter { $0 == "wrote" }.count == 1)
        await rig.servers.close()
    }

    @Test func slowCallIsCancelled() async throws {
        let clock = ManualClock()
        let rig = try ToolRig(limits: { $0.call = .seconds(5) }, clock: clock)
        let session = rig.session()
        let failing = Task { try await session.failure(of: "hang") }
        await yieldUntil { rig.marks.contains("hangs") && clock.sleeperCount == 1 }
        clock.advance(by: .seconds(5))
        #expect(try await failing.value == .tooSlow(tool: "hang", seconds: 5))
        #expect(try await session.call("echo", ["text": .text("a")]).text == "a", "it goes on")
        #expect(rig.marks.contains("cancelled"))
        await rig.servers.close()
    }

    @Test func cancellationReachesTheServer() async throws {
        let rig = try ToolRig()
        let session = rig.session()
        let tool = try await session.tool(named: "hang")
        let call = Task { try await session.call(tool, [:]) }
        await yieldUntil { rig.marks.contains("hangs") }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        _ = try await session.call("echo")
        #expect(rig.marks.contains("cancelled"))
        await rig.servers.close()
    }

    @Test func aLargeResultIsTruncated() async throws {
        let rig = try ToolRig()
        let outcome = try await rig.session().call("big")
        #expect(outcome.text.utf8.count == 16_384 && outcome.wholeBytes == 5 << 20)
        await rig.servers.close()
    }

    @Test(arguments: [("--endless", 100), ("--last-cursor-empty", 11)])
    func theToolListEndsAtItsLimitOrAnEmptyCursor(option: String, count: Int) async throws {
        let rig = try ToolRig()
        #expect(try await rig.session(option).tools().count == count)
        await rig.servers.close()
    }

    @Test func programsStartInTheHomeFolder() async throws {
        let rig = try ToolRig()
        #expect(try await rig.session().call("folder").text == Environment.value("HOME"))
        await rig.servers.close()
    }

    @Test func toolErrorsAndMissingToolsAreReported() async throws {
        let rig = try ToolRig()
        let session = rig.session()
        #expect(try await session.call("fail").isError)
        #expect(try await session.failure(of: "ask_back") == .asksBack(tool: "ask_back"))
        // What today's SDKs answer when a tool asks in an era that has no way to.
        for how in ["failure", "refusal"] {
            let found = try await session.failure(of: "ask_back", ["how": .text(how)])
            #expect(found == .asksBack(tool: "ask_back"), "\(how)")
        }
        #expect(try await session.failure(of: "nonsense") == .malformed)
        let missing = try await session.failure(of: "nothing")
        guard case .toolMissing("nothing", let known) = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        #expect(known.contains("echo"))
        await rig.servers.close()
    }

    @Test func environmentValuesComeFromTheKeyring() async throws {
        let rig = try ToolRig()
        let server = rig.server(environment: ["TOKEN_OF_TEST"])
        let name: JSONObject = ["name": .text("TOKEN_OF_TEST")]
        #expect(
            try await rig.servers.session(of: server).failure(of: "environment", name)
                == .valuesMissing(["TOKEN_OF_TEST"]))
        try await rig.servers.secrets.keep(ToolServerValues(environment: ["TOKEN_OF_TEST": "t"]), of: "fake")
        await rig.servers.close()
        #expect(try await rig.servers.session(of: server).call("environment", name).text == "t")
        await rig.servers.close()
    }

    @Test func missingProgramIsReportedWithItsPackage() async throws {
        let rig = try ToolRig()
        let server = ToolServer(name: "n", way: .command("no-such-program", arguments: []))
        #expect(
            try await rig.servers.session(of: server).failure(of: "echo")
                == .commandMissing("no-such-program", package: nil))
        #expect(CommandResolver.package(of: "/usr/bin/npx") == "npm")
        #expect(rig.news.isEmpty)
    }

    @Test func programsOnTheLoginShellPathAreFound() async throws {
        let folder = try TemporaryFolder()
        let shell = folder.path + "/shell"
        try AtomicFile.write(shell, Array("#!/bin/sh\necho Welcome\necho PATH=\(folder.path)/bin\n".utf8))
        try Folder.create(folder.path + "/bin")
        try AtomicFile.write(folder.path + "/bin/tool", Array("#!/bin/sh\n".utf8))
        for path in [shell, folder.path + "/bin/tool"] { chmod(path, 0o700) }
        let resolver = CommandResolver(
            runner: ProcessRunner(), searchPath: "/usr/bin:/bin", shell: shell, home: folder.path)
        #expect(await resolver.find("sh")?.searchPath == "/usr/bin:/bin", "the shell is not asked")
        #expect(await resolver.find("tool")?.path == folder.path + "/bin/tool")
        #expect(await resolver.find("no-such-program") == nil)
        #expect(await resolver.find("~/bin/tool")?.path == folder.path + "/bin/tool")
    }

    @Test func aThousandCallsLeakNothing() async throws {
        let rig = try ToolRig()
        let session = rig.session()
        for _ in 0..<50 { _ = try await session.call("echo", ["text": .text("a")]) }
        let descriptors = Self.openDescriptors()
        var growths: [Int] = []
        for batch in 0..<4 {
            let memory = ProcessMemory.residentKiB
            for number in 0..<250 {
                let text = String(batch * 250 + number)
                #expect(try await session.call("echo", ["text": .text(text)]).text == text)
            }
            growths.append(ProcessMemory.residentKiB - memory)
        }
        #expect(rig.marks.filter { $0.hasPrefix("pid") }.count == 1, "one process for all")
        // Other tests in this process open descriptors too; a leak would be a thousand.
        #expect(Self.openDescriptors() - descriptors < 500)
        // They also load models, but hardly in every quarter; a leak shows in all four.
        #expect(try #require(growths.min()) < 16 << 10, "\(growths)")
        let process = try #require(pid_t(rig.marks[0].dropFirst(4)))
        await rig.servers.close()
        #expect(kill(process, 0) != 0, "it has ended")
    }

    private static func openDescriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}

/// A clock whose sleepers wake at once.
private struct InstantClock: Clock {
    typealias Instant = ContinuousClock.Instant

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Limits of half a minute are for servers that hang; waits after failures are shorter.
        let rest = deadline - now
        try await ContinuousClock().sleep(for: rest > .seconds(20) ? rest : .zero)
    }
}
