// SPDX-License-Identifier: GPL-3.0-or-later
// Answers from polkit, given by a double on a real bus.

import GioKit
import JarvisBusTesting
import JarvisCore
import Testing

@testable import JarvisStore

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct PolkitAuthorityTests {
    @Test func aPositiveAnswerAuthorizes() async throws {
        let bus = try PrivateBus()
        let polkit = try await PolkitDouble(on: bus.connection(), answer: .yes)
        let own = try await bus.connection()
        try await PolkitAuthority(BusLink { own }).authorize()
        #expect(polkit.questions.map(\.action) == [PolkitAuthority.action])
        #expect(polkit.questions.map(\.subject) == [own.uniqueName], "it is about this program and no other")
    }

    @Test(arguments: [
        (PolkitDouble.Answer.no, HistoryLockFailure.denied), (.dismissed, .denied), (.noAgent, .noAgent),
        (.failure(BusError("org.freedesktop.PolicyKit1.Error.NotAuthorized", "no")), .denied),
        (.failure(BusError("org.freedesktop.PolicyKit1.Error.Failed", "broken")), .unavailable("broken")),
    ])
    func anyOtherAnswerKeepsTheHistoryLocked(answer: PolkitDouble.Answer, failure: HistoryLockFailure) async throws {
        let bus = try PrivateBus()
        let polkit = try await PolkitDouble(on: bus.connection(), answer: answer)
        let own = try await bus.connection()
        await #expect(throws: failure) { try await PolkitAuthority(BusLink { own }).authorize() }
        #expect(polkit.questions.count == 1)
    }

    @Test func withoutPolkitTheHistoryStaysLocked() async throws {
        let bus = try PrivateBus()
        let own = try await bus.connection()
        do {
            try await PolkitAuthority(BusLink { own }).authorize()
            Issue.record("it opened without an answer")
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            #expect(!reason.isEmpty)
            #expect(error.explained(to: .window).whatHappened.contains("polkit"))
        }
    }

    @Test func withoutASystemBusTheHistoryStaysLocked() async throws {
        let link = BusLink { () async throws(BusFailure) in throw .disconnected("no bus") }
        await #expect(throws: HistoryLockFailure.unavailable("no bus")) { try await PolkitAuthority(link).authorize() }
    }
}
