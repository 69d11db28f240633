// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisSignal
import JarvisTesting
import Testing

/// Noise that swells and fades like speech.
private func murmur(frames: Int, seed: UInt64) -> [Int16] {
    var random = SeededGenerator(seed: seed)
    var last: Float = 0
    return (0..<frames * 320).map { index in
        last = 0.8 * last + Float.random(in: -1...1, using: &random)
        let swell = abs(Float(index % 3_200) / 1_600 - 1)
        return Int16(last * 4_000 * swell)
    }
}

/// `sound`, delayed by `late` samples; silence before.
private func delayed(_ sound: [Int16], by late: Int) -> [Int16] {
    sound.indices.map { $0 - late >= 0 && $0 - late < sound.count ? sound[$0 - late] : 0 }
}

private func frame(_ sound: [Int16], _ index: Int) -> [Int16] { Array(sound[index * 320..<(index + 1) * 320]) }

struct EchoLocatorTests {
    /// The impulse response of a direct path and two walls.
    private static let room: [Int32] = (0..<2_080).map { [40: 20_000, 95: -8_000, 410: 5_000][$0] ?? 0 }

    private func through(_ sound: [Int16]) -> [Int16] {
        sound.indices.map { index in
            var sum: Float = 0
            for (tap, weight) in [(40, 20_000), (95, -8_000), (410, 5_000)] where index >= tap {
                sum += Float(sound[index - tap]) * Float(weight) / 32_768
            }
            return Int16(sum)
        }
    }

    private func outcome(played: [Int16], heard: [Int16]) -> EchoLocator.Outcome {
        search(EchoLocator(tailCount: Self.room.count), played: played, heard: heard).outcome
    }

    /// The outcome of a search, and the number of frames it takes.
    private func search(
        _ locator: EchoLocator, played: [Int16], heard: [Int16], isNearLikely: Bool = false
    ) -> (outcome: EchoLocator.Outcome, frames: Int) {
        Self.room.withUnsafeBufferPointer { locator.begin($0, isNearLikely: isNearLikely) }
        for index in 0..<min(played.count, heard.count) / 320 {
            let outcome = frame(played, index).withUnsafeBufferPointer { reference in
                frame(heard, index).withUnsafeBufferPointer {
                    locator.process(reference: reference, microphone: $0)
                }
            }
            if outcome != .searching { return (outcome, index + 1) }
        }
        return (.searching, min(played.count, heard.count) / 320)
    }

    @Test(arguments: [0, 3, 120, 390, -7, -250]) func theEchoDelayIsFoundToTheSample(late: Int) {
        let played = murmur(frames: 60, seed: 3)
        // If the echo arrives `late` samples early, the reference is read that much too early.
        #expect(outcome(played: delayed(played, by: late), heard: through(played)) == .found(late))
    }

    @Test func theEchoDelayIsFoundDespiteNoise() {
        let played = murmur(frames: 60, seed: 4)
        let heard = zip(through(delayed(played, by: 55)), murmur(frames: 60, seed: 5)).map { $0 + $1 / 8 }
        #expect(outcome(played: played, heard: heard) == .found(-55))
    }

    @Test(arguments: [0, 5, 300, -5, -60]) func aLikelyDelayIsFoundWithinAFewFrames(late: Int) {
        let played = murmur(frames: 60, seed: 3)
        let found = search(
            EchoLocator(tailCount: Self.room.count), played: delayed(played, by: late), heard: through(played),
            isNearLikely: true)
        #expect(found.outcome == .found(late))
        #expect(found.frames <= 6)
    }

    /// A voice of 110 Hz nearly repeats itself after 145 samples.
    @Test(arguments: [390, 345]) func aPitchPeriodIsNotMistakenForTheDelay(late: Int) {
        let played = (0..<60 * 320).map { index -> Int16 in
            let phase = Float(index % 145) / 145
            let swell = abs(Float(index % 3_200) / 1_600 - 1)
            return Int16(expf(-phase * 12) * swell * (9_000 + Float(index) / 8))
        }
        let found = search(
            EchoLocator(tailCount: Self.room.count), played: delayed(played, by: late), heard: through(played),
            isNearLikely: true)
        #expect(found.outcome == .found(late))
    }

    @Test func aLongerEchoDelayIsFound() {
        let played = murmur(frames: 60, seed: 3)
        let found = search(
            EchoLocator(tailCount: Self.room.count), played: delayed(played, by: 700), heard: through(played),
            isNearLikely: true)
        #expect(found.outcome == .found(700))
    }

    /// The user is twice as loud as the echo, from the first frame of a reply.
    @Test func theDelayOfAKnownRoomIsFoundDuringSpeech() {
        let locator = EchoLocator(tailCount: Self.room.count)
        let first = murmur(frames: 60, seed: 3)
        _ = search(locator, played: delayed(first, by: 12), heard: through(first), isNearLikely: true)
        let next = murmur(frames: 60, seed: 4)
        let user = murmur(frames: 60, seed: 5)
        let heard = zip(through(next), user).map { Int16(clamping: Int($0) + Int($1)) }
        let found = search(locator, played: delayed(next, by: -7), heard: heard, isNearLikely: true)
        #expect(found.outcome == .found(-7))
        #expect(found.frames <= 15)
    }

    @Test func foreignSoundIsNotMistakenForALikelyEcho() {
        for seed in UInt64(30)..<36 {
            let locator = EchoLocator(tailCount: Self.room.count)
            let known = murmur(frames: 60, seed: 3)
            _ = search(locator, played: known, heard: through(known), isNearLikely: true)
            let found = search(
                locator, played: murmur(frames: 60, seed: seed), heard: murmur(frames: 60, seed: seed + 100),
                isNearLikely: true)
            #expect(found.outcome == .lost, "seed \(seed)")
        }
    }

    @Test func foreignSoundIsNotMistakenForAnEcho() {
        #expect(outcome(played: murmur(frames: 60, seed: 6), heard: murmur(frames: 60, seed: 7)) == .lost)
    }

    @Test func aSearchInSilenceIsAbandoned() {
        let silence = [Int16](repeating: 0, count: 60 * 320)
        #expect(outcome(played: silence, heard: silence) == .lost)
    }
}

struct DisplacedEchoTests {
    private func find(expected: [Int16], heard: [Int16]) -> Int? {
        let check = DisplacedEcho()
        for index in 0..<heard.count / 320 {
            frame(heard, index).withUnsafeBufferPointer { heard in
                frame(expected, index).withUnsafeBufferPointer { check.remember(microphone: heard, echo: $0) }
            }
        }
        return check.find()
    }

    @Test(arguments: [9, 40, 900, -12, -85, -341]) func aDisplacedEchoIsRecognized(late: Int) {
        let expected = murmur(frames: 20, seed: 11)
        #expect(find(expected: expected, heard: delayed(expected, by: late)) == late)
    }

    @Test(arguments: [6, 0.2]) func soundOfAnotherLoudnessIsNotADisplacedEcho(gain: Float) {
        let expected = murmur(frames: 20, seed: 15)
        let heard = delayed(expected, by: 40).map { Int16(clamping: Int(Float($0) * gain)) }
        #expect(find(expected: expected, heard: heard) == nil)
    }

    @Test func anEchoAtTheExpectedTimeIsNotDisplaced() {
        let expected = murmur(frames: 20, seed: 12)
        #expect(find(expected: expected, heard: expected) == nil)
        let user = murmur(frames: 20, seed: 13)
        #expect(find(expected: expected, heard: zip(expected, user).map { $0 / 2 + $1 }) == nil)
    }

    @Test func otherSoundIsNotADisplacedEcho() {
        for seed in UInt64(20)..<30 {
            #expect(find(expected: murmur(frames: 20, seed: seed), heard: murmur(frames: 20, seed: seed + 50)) == nil)
        }
    }

    /// The frames in which a displacement of 300 samples is confirmed, checked from frame 10 on.
    private func confirmedFrames(_ isForeign: (Int) -> Bool) -> [Int] {
        let expected = murmur(frames: 40, seed: 16)
        let heard = delayed(expected, by: 300)
        let check = DisplacedEcho()
        return (0..<40).filter { index in
            frame(heard, index).withUnsafeBufferPointer { heard in
                frame(expected, index).withUnsafeBufferPointer { check.remember(microphone: heard, echo: $0) }
            }
            return check.doubt(isForeign: index >= 10 && isForeign(index)) == 300
        }
    }

    @Test func twoMatchingEstimatesConfirmADisplacement() {
        #expect(confirmedFrames { $0 < 15 } == [13])
        #expect(confirmedFrames { $0 < 13 }.isEmpty)
    }

    @Test func aBurstWithGapsConfirmsADisplacement() {
        #expect(confirmedFrames { $0 % 3 == 0 && $0 < 24 } == [21])
    }

    @Test func estimatesAreForgottenAfterAPause() {
        #expect(confirmedFrames { 10...12 ~= $0 || $0 == 30 }.isEmpty)
    }

    @Test func silenceIsNotADisplacedEcho() {
        let silence = [Int16](repeating: 0, count: 20 * 320)
        #expect(find(expected: silence, heard: murmur(frames: 20, seed: 14)) == nil)
    }
}
