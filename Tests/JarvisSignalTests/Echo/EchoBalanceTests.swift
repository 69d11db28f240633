// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct EchoBalanceTests {
    @Test func speechOverAnEchoIsDetected() {
        var balance = EchoBalance()
        // As loud as the removed echo, then ten times as loud.
        for left in [Float(0.5), 0.5, 0.91, 0.91, 0.91] {
            let isSomeone = balance.take(heard: 1, left: left, isForeign: true)
            #expect(isSomeone && !balance.isMisplaced)
        }
    }

    @Test func aResidualLouderThanTheInputIsNotSpeech() {
        var balance = EchoBalance()
        let frames = (0..<4).map { _ in
            let isSomeone = balance.take(heard: 1, left: 2, isForeign: true)
            return (isSomeone, balance.isMisplaced)
        }
        #expect(frames.allSatisfy { !$0.0 })
        #expect(frames.map(\.1) == [false, false, true, true], "a frame or two may be chance")
    }

    /// If little echo is expected, as in a pause, a small excess counts only if it lasts.
    @Test func aSmallExcessMustLast() {
        var balance = EchoBalance()
        let frames = (0..<7).map { _ in
            _ = balance.take(heard: 1, left: 1.1, isForeign: true)
            return balance.isMisplaced
        }
        #expect(frames == [false, false, false, false, false, true, true])
        var chance = EchoBalance()
        for left in [Float(1.2), 0.9, 1.1, 0.9] { _ = chance.take(heard: 1, left: left, isForeign: true) }
        let isSomeone = chance.take(heard: 1, left: 1, isForeign: true)
        #expect(isSomeone && !chance.isMisplaced, "chances even out")
    }

    @Test func aBurstIsForgottenAfterAPause() {
        var balance = EchoBalance()
        for _ in 0..<3 { _ = balance.take(heard: 1, left: 2, isForeign: true) }
        for _ in 0..<4 { _ = balance.take(heard: 1, left: 0.1, isForeign: false) }
        #expect(balance.isMisplaced)
        _ = balance.take(heard: 1, left: 0.1, isForeign: false)
        #expect(!balance.isMisplaced)
        let isSomeone = balance.take(heard: 1, left: 0.9, isForeign: true)
        #expect(isSomeone)
    }
}
