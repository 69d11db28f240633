// SPDX-License-Identifier: GPL-3.0-or-later
// Several callers waiting for the same server to start.

import Glibc
import JarvisTesting
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(3)))
struct SharedStartTests {
    private let clock = ManualClock()
    private let rig: ToolRig
    private let session: ToolServerSession

    init() throws {
        rig = try ToolRig(clock: clock)
        // The server stays silent until the clock advances and the classic request arrives.
        session = rig.session("--era", "mute")
    }

    private func start() -> Task<ServerGreeting, any Error> { Task { [session] in try await session.greet() } }

    /// Waits until this many callers wait, the program runs, and both limits count: of the answer and of its silence.
    private func wait(for count: Int) async {
        await yieldUntil { await session.waiting == count && clock.sleeperCount >= 2 && !rig.marks.isEmpty }
        #expect(await session.waiting == count)
    }

    @Test func aCancelledCallerDoesNotAffectOthers() async throws {
        let first = start()
        await wait(for: 1)
        let second = start()
        await wait(for: 2)
        first.cancel()
        await #expect(throws: CancellationError.self, "it need not wait for the start") { try await first.value }
        clock.advance(by: .seconds(3))
        #expect(try await second.value.name == "fake")
        #expect(rig.marks.filter { $0.hasPrefix("pid") }.count == 1)
        await rig.servers.close()
    }

    @Test func cancellingTheLastCallerEndsTheServer() async throws {
        let callers = [start(), start()]
        await wait(for: 2)
        for caller in callers { caller.cancel() }
        for caller in callers { await #expect(throws: CancellationError.self) { try await caller.value } }
        let process = try #require(pid_t(rig.marks[0].dropFirst(4)))
        await yieldUntil { kill(process, 0) != 0 }
        #expect(kill(process, 0) != 0)
        let next = start()
        await wait(for: 1)
        clock.advance(by: .seconds(3))
        #expect(try await next.value.name == "fake", "it can be started again")
        #expect(rig.marks.filter { $0.hasPrefix("pid") }.count == 2)
        await rig.servers.close()
    }

    @Test func closingWaitsForAbandonedConnections() async throws {
        let caller = start()
        await wait(for: 1)
        caller.cancel()
        _ = await caller.result
        await rig.servers.close()
        let process = try #require(pid_t(rig.marks[0].dropFirst(4)))
        #expect(kill(process, 0) != 0)
    }

    @Test func aFailedStartReachesEveryCaller() async throws {
        // A caller that arrives later waits for a second start.
        let rig = try ToolRig()
        let session = rig.session("--dies", "no")
        let callers = (0..<3).map { _ in Task { try await session.greet() } }
        for caller in callers {
            await #expect(throws: ToolServerFailure.self) { try await caller.value }
        }
        await rig.servers.close()
    }
}
