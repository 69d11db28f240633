// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisSignal
import Testing

@testable import JarvisAudio

struct ReferenceTests {
    private func publish(_ samples: [Int16], rate: Int, in parts: [Int]) -> PlaybackReference {
        let reference = PlaybackReference()
        let feeder = ReferenceFeeder(reference: reference)
        let history = SampleHistory()
        feeder.restart(at: 0, sampleRateHertz: rate)
        var start = 0
        for part in parts {
            samples[start..<start + part].withUnsafeBufferPointer(history.append)
            feeder.publish(history, from: Int64(start), to: Int64(start + part), sampleRateHertz: rate)
            start += part
        }
        return reference
    }

    private func read(_ reference: PlaybackReference, from position: Int64, count: Int) -> [Int16] {
        var samples = [Int16](repeating: 0, count: count)
        samples.withUnsafeMutableBufferPointer { _ = reference.read(from: position, into: $0) }
        return samples
    }

    @Test(arguments: [16_000, 22_050, 44_100]) func playedSoundIsPublishedAt16KilohertzInAnyPieces(rate: Int) {
        let samples = chirp(seconds: 0.5, rate: rate)
        let expected = chirp(seconds: 0.5)
        let pieces = [37, 1000, 1, 2500, samples.count - 3538]
        let reference = publish(samples, rate: rate, in: pieces)
        let match = bestMatch(of: Array(expected[800..<6000]), in: read(reference, from: 700, count: 5600))
        #expect(match.correlation > 0.999 && match.offset == 100, "\(match)")
    }

    @Test(arguments: [8000, 11_025, 16_000, 22_050, 22_051, 44_100, 48_000, 192_000])
    func oldSoundIsOverwrittenBetweenPieces(rate: Int) {
        // Longer than the reference's memory, then silence in pieces of every length up to 5 ms.
        let part = rate / 50
        let loud = Array(repeating: Int16(20_000), count: 250 * part)
        let lengths = Array(1...rate / 200)
        let silence = [Int16](repeating: 0, count: lengths.reduce(0, +))
        let reference = publish(loud + silence, rate: rate, in: Array(repeating: part, count: 250) + lengths)
        let start = Int64(loud.count) * 16_000 / Int64(rate)
        let heard = read(reference, from: start + 40, count: silence.count * 16_000 / rate - 80)
        #expect(heard.allSatisfy { $0 == 0 }, "\(heard.count { $0 != 0 }) of \(heard.count) samples are left over")
    }

    @Test func aHighToneIsConvertedExactly() {
        let rate = 22_050
        func tone(_ index: Int, _ rate: Int) -> Double { 12_000 * sin(2 * .pi * 5000 * Double(index) / Double(rate)) }
        let reference = publish((0..<rate).map { Int16(tone($0, rate)) }, rate: rate, in: [rate])
        let heard = read(reference, from: 1000, count: 8000)
        // Least squares, since the filter may change the tone's loudness slightly.
        let expected = (1000..<9000).map { tone($0, 16_000) }
        let products = zip(heard, expected).map { Double($0) * $1 }
        let gain = products.reduce(0, +) / expected.reduce(0) { $0 + $1 * $1 }
        let error = zip(heard, expected).reduce(0) { $0 + pow(Double($1.0) - gain * $1.1, 2) }
        let decibels = 10 * log10(error / expected.reduce(0) { $0 + $1 * $1 })
        #expect(decibels < -60, "error \(decibels) dB")
    }

    @Test(arguments: [16_000, 22_050, 44_100, 48_000]) func rewrittenSoundReplacesTheOld(rate: Int) {
        let samples = chirp(seconds: 0.5, rate: rate)
        let (middle, end) = (rate / 4, rate / 2)
        let reference = PlaybackReference()
        let feeder = ReferenceFeeder(reference: reference)
        let history = SampleHistory()
        feeder.restart(at: 0, sampleRateHertz: rate)
        samples.withUnsafeBufferPointer(history.append)
        feeder.publish(history, from: 0, to: Int64(end), sampleRateHertz: rate)
        [Int16](repeating: 0, count: end - middle).withUnsafeBufferPointer { history.replace($0, at: Int64(middle)) }
        feeder.publish(history, from: Int64(middle), to: Int64(end), sampleRateHertz: rate)
        #expect(read(reference, from: 2000, count: 1000).contains { abs(Int($0)) > 1000 })
        #expect(read(reference, from: 4100, count: 3000).allSatisfy { $0 == 0 })
    }

    @Test func theOffsetIsUnknownUntilReportedAndAfterARestart() {
        let reference = PlaybackReference()
        #expect(reference.offset == nil)
        reference.setOffset(77)
        #expect(reference.offset == 77)
        let generation = reference.generation
        reference.restart(at: 500)
        #expect(reference.offset == nil && reference.generation == generation + 1)
    }

    @Test func theDistanceFollowsTheMedianOfReports() {
        var aligner = ReferenceAligner()
        for frame in 0..<20 {
            _ = aligner.take(
                position: Int64(1000 + frame * 320 + (frame % 5) * 8), sample: Int64(frame * 320), generation: 1)
        }
        let first = aligner.distance
        #expect(first.map { abs($0 - 1016) <= 24 } == true)
        _ = aligner.take(position: 900_000, sample: 20 * 320, generation: 1)
        #expect(aligner.distance == first, "one report that is far off changes nothing")
        for frame in 21..<50 {
            _ = aligner.take(position: Int64(3000 + frame * 320), sample: Int64(frame * 320), generation: 1)
        }
        #expect(aligner.distance == 3000)
    }

    /// A device stumbles four times. The echo shows it at once, the clocks half a second later.
    @Test func anEchoCorrectionIsNotRepeatedByTheClocks() {
        var aligner = ReferenceAligner()
        var clocks: Int64 = 1000
        var wasMoved = false
        for frame in 0..<350 {
            if frame % 75 == 50, frame < 300 { aligner.correct(by: 85) }
            if frame % 75 == 74, frame < 300 { clocks += 85 }
            let isMoved = aligner.take(
                position: clocks + Int64(frame * 320 + frame % 5), sample: Int64(frame * 320), generation: 1)
            wasMoved = wasMoved || frame > 10 && isMoved
        }
        #expect(!wasMoved)
        #expect(aligner.distance.map { abs($0 - 1002 - 4 * 85) <= 2 } == true)
        // Without an echo, the clocks alone decide.
        for frame in 350..<390 {
            _ = aligner.take(position: 5000 + Int64(frame * 320), sample: Int64(frame * 320), generation: 1)
        }
        #expect(aligner.distance.map { abs($0 - 5000) <= 8 } == true)
    }

    @Test func theGainGlidesSmoothlyFromItsPresentValue() {
        var ramp = GainRamp()
        #expect(ramp.isUnity(from: 0))
        ramp.glide(to: 0.25, from: 100, count: 200)
        #expect(ramp.value(at: 99) == 1 && ramp.value(at: 300) == 0.25 && !ramp.isUnity(from: 400))
        let middle = ramp.value(at: 200)
        ramp.glide(to: 1, from: 200, count: 100)
        #expect(ramp.value(at: 200) == middle && ramp.value(at: 300) == 1 && ramp.isUnity(from: 300))
        let steps = (150..<320).map { abs(ramp.value(at: $0 + 1) - ramp.value(at: $0)) }
        #expect((steps.max() ?? 1) < 0.02)
    }
}
