// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import JarvisTesting
import Testing

struct NearEndDetectorTests {
    /// 320 samples of noise with this peak.
    private func noise(_ peak: Int16, _ random: inout SeededGenerator) -> [Int16] {
        (0..<320).map { _ in Int16.random(in: -peak...peak, using: &random) }
    }

    /// Runs our own voice, of which the canceller leaves `leftShare`; with `user`, someone speaks equally loudly.
    private func run(
        _ detector: NearEndDetector, frames: Int, user: Bool, leftShare: Double = 1.0 / 30,
        _ random: inout SeededGenerator
    ) -> Int {
        (0..<frames).count { index in
            let peak: Int16 = index % 20 < 14 ? 6_000 : 300
            let left = noise(user ? 6_000 : max(30, Int16(Double(peak) * leftShare)), &random)
            let echo = noise(peak, &random)
            return left.withUnsafeBufferPointer { left in
                echo.withUnsafeBufferPointer { detector.process(residual: left, echo: $0) }
            }
        }
    }

    @Test func repeatedInterruptionsAreAllDetected() {
        let detector = NearEndDetector()
        var random = SeededGenerator(seed: 8)
        _ = run(detector, frames: 200, user: false, &random)
        let before = detector.threshold
        for round in 0..<6 {
            let mistaken = run(detector, frames: 60, user: false, &random)
            let noticed = run(detector, frames: 40, user: true, &random)
            #expect(noticed > 30 && mistaken < 12, "round \(round): \(noticed) of 40, \(mistaken) of 60")
        }
        #expect(detector.threshold < before + 1.5, "\(before) → \(detector.threshold) dB")
    }

    @Test func interruptionsInShortPiecesAreAllDetected() {
        let detector = NearEndDetector()
        var random = SeededGenerator(seed: 9)
        _ = run(detector, frames: 200, user: false, &random)
        let before = detector.threshold
        for round in 0..<20 {
            _ = run(detector, frames: 80, user: false, &random)
            var noticed = 0
            for _ in 0..<8 {
                noticed += run(detector, frames: 3, user: true, &random)
                _ = run(detector, frames: 3, user: false, &random)
            }
            #expect(noticed > 15, "round \(round): \(noticed) of 24")
        }
        #expect(detector.threshold < before + 0.5, "\(before) → \(detector.threshold) dB")
    }

    /// An echo located one sample off leaves a residual of −18 dB for a few tenths of a second.
    @Test func aFollowedEchoIsNotSpeechAndSpeechIsStillDetected() {
        let detector = NearEndDetector()
        var random = SeededGenerator(seed: 11)
        _ = run(detector, frames: 300, user: false, leftShare: 0.01, &random)
        let unwarned = run(detector, frames: 12, user: false, leftShare: 0.12, &random)
        #expect(unwarned > 8, "without the word it is someone: \(unwarned) of 12")
        _ = run(detector, frames: 300, user: false, leftShare: 0.01, &random)
        detector.followEcho()
        let mistaken = run(detector, frames: 12, user: false, leftShare: 0.12, &random)
        #expect(mistaken < 4, "\(mistaken) of 12")
        let noticed = run(detector, frames: 12, user: true, &random)
        #expect(noticed > 8, "\(noticed) of 12")
    }

    /// If the canceller has adapted wrongly, it needs more than a second.
    @Test func afterMislearningTheEchoIsFollowedForLonger() {
        func mistaken(_ hasMislearned: Bool) -> (own: Int, user: Int) {
            let detector = NearEndDetector()
            var random = SeededGenerator(seed: 12)
            _ = run(detector, frames: 300, user: false, leftShare: 0.01, &random)
            detector.followEcho(hasMislearned: hasMislearned)
            return (
                run(detector, frames: 50, user: false, leftShare: 0.12, &random),
                run(detector, frames: 12, user: true, &random)
            )
        }
        let warned = mistaken(true)
        #expect(warned.own < 4 && warned.user > 8, "\(warned)")
        #expect(mistaken(false).own > 15)
    }

    @Test func ourOwnVoiceInAnotherRoomIsEventuallyLearned() {
        let detector = NearEndDetector()
        var random = SeededGenerator(seed: 10)
        _ = run(detector, frames: 300, user: false, &random)
        #expect(run(detector, frames: 50, user: false, leftShare: 0.3, &random) > 30, "at first it is someone")
        _ = run(detector, frames: 600, user: false, leftShare: 0.3, &random)
        #expect(run(detector, frames: 100, user: false, leftShare: 0.3, &random) < 10)
    }
}
