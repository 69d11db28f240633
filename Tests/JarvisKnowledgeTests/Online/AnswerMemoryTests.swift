// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisNetwork
import JarvisTesting
import Testing

@testable import JarvisKnowledge

/// Answers that are kept for a while, on a clock that the test moves.
struct AnswerMemoryTests {
    private let time = LockedBox(Duration.seconds(1_000))
    private let memory: AnswerMemory
    private let lifetime = AnswerMemory.Lifetime(fresh: .seconds(60), kept: .seconds(3_600))

    init() {
        memory = AnswerMemory { [time] in time.withLock { $0 } }
    }

    private func pass(_ seconds: Int) { time.withLock { $0 += .seconds(seconds) } }

    @Test func aSecondQuestionNeedsNoRequest() async throws {
        let first = try await memory.answer(to: "a", lifetime) { _ in "one" }
        pass(59)
        let second = try await memory.answer(to: "a", lifetime) { _ -> String? in
            Issue.record("asked again")
            return "two"
        }
        #expect(first.answer == "one" && first.age == 0 && second.answer == "one" && second.age == 59)
        let other = try await memory.answer(to: "b", lifetime) { _ in "three" }
        #expect(other.answer == "three")
        pass(2)
        let third = try await memory.answer(to: "a", lifetime) { _ in "four" }
        #expect(third.answer == "four" && third.age == 0)
    }

    @Test func onABadLineTheLastAnswerIsGivenWithItsAge() async throws {
        _ = try await memory.answer(to: "a", lifetime) { limits -> String? in
            #expect(limits?.total == nil)
            return "one"
        }
        pass(1_800)
        for failure in [OnlineFailure.offline(server: "s"), .slow(server: "s"), .broken(server: "s")] {
            let found = try await memory.answer(to: "a", lifetime) { limits -> String? in
                // With something to give, the wait is short.
                #expect(limits?.total ?? .zero <= .seconds(3))
                throw failure
            }
            #expect(found.answer == "one" && found.age == 1_800)
        }
        await #expect(throws: OnlineFailure.closed(server: "s")) {
            _ = try await memory.answer(to: "a", lifetime) { _ -> String? in throw OnlineFailure.closed(server: "s") }
        }
        pass(1_801)
        await #expect(throws: OnlineFailure.offline(server: "s")) {
            _ = try await memory.answer(to: "a", lifetime) { _ -> String? in throw OnlineFailure.offline(server: "s") }
        }
    }

    @Test func nothingIsRememberedOfWhatIsMissing() async throws {
        let none = try await memory.answer(to: "a", lifetime) { _ -> String? in nil }
        let some = try await memory.answer(to: "a", lifetime) { _ -> String? in "one" }
        #expect(none.answer == nil && some.answer == "one")
    }

    @Test func onlySoManyAnswersAreKept() async throws {
        for number in 0..<200 {
            pass(1)
            _ = try await memory.answer(to: "\(number)", .init(fresh: .seconds(500), kept: .seconds(500))) { _ in number
            }
        }
        let old = try await memory.answer(to: "0", lifetime) { _ in -1 }
        #expect(old.answer == -1)
    }

    /// The services as a whole: one request for two questions, none without consent.
    @Test func servicesAnswerTwiceWithOneRequest() async throws {
        let feed = "<rss><channel><title>T</title><item><title>One</title></item></channel></rss>"
        let rig = try OnlineRig(answers: [("/feed", .init(type: "application/rss+xml", body: feed))])
        #expect(try await rig.services.headlines().feeds.map(\.headlines) == [["One"]])
        rig.server.stop()
        #expect(try await rig.services.headlines().feeds.map(\.headlines) == [["One"]])
        #expect(rig.requests.count == 1)
        let refused = try OnlineRig(consent: .ask, answers: [])
        #expect(await failure { try await refused.services.headlines() } == .notAllowed(.news))
        #expect(refused.networkCount == 0)
    }
}
