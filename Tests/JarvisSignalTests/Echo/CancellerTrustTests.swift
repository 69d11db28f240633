// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct CancellerTrustTests {
    /// The number of frames of our own sound before the canceller is trusted.
    private func framesUntilTrusted(left: Float, isEchoKnown: Bool, limit: Int = 1_000) -> Int? {
        var trust = CancellerTrust()
        return (1...limit).first { _ in
            trust.take(played: 0.01, heard: 0.001, left: left, isEchoKnown: isEchoKnown)
        }
    }

    @Test func trustTakesAtLeast30Frames() {
        #expect(framesUntilTrusted(left: 0.001, isEchoKnown: false) == 30)
        #expect(framesUntilTrusted(left: 0.000_1, isEchoKnown: true) == 30)
    }

    @Test func aKnownEchoMustBeRemovedBeforeTheCancellerIsTrusted() {
        #expect(framesUntilTrusted(left: 0.000_9, isEchoKnown: true) == 150)
    }

    @Test func trustIsKeptWhileTheUserSpeaks() {
        var trust = CancellerTrust()
        for _ in 0..<60 { _ = trust.take(played: 0.01, heard: 0.001, left: 0.000_1, isEchoKnown: true) }
        let isTrusted = (0..<50).allSatisfy { _ in
            trust.take(played: 0.01, heard: 0.01, left: 0.009, isEchoKnown: true)
        }
        #expect(isTrusted)
    }

    @Test func aKnownRoomIsTrustedSoonerIfItsEchoIsRemoved() {
        var found = CancellerTrust(isRoomKnown: true)
        #expect(
            (1...20).first { _ in found.take(played: 0.01, heard: 0.001, left: 0.000_1, isEchoKnown: true) } == 8)
        var mistaken = CancellerTrust(isRoomKnown: true)
        #expect(
            (1...500).first { _ in mistaken.take(played: 0.01, heard: 0.001, left: 0.000_9, isEchoKnown: true) } == 150)
    }

    @Test func silenceDoesNotBuildTrust() {
        var trust = CancellerTrust()
        let isTrusted = (0..<500).contains { _ in
            trust.take(played: 0, heard: 0.001, left: 0.000_01, isEchoKnown: false)
        }
        #expect(!isTrusted)
    }
}
