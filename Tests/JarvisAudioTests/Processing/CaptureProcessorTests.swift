// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisSignal
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisAudio

struct CaptureProcessorTests {
    @Test(arguments: [UInt64(1), 2, 3]) func theEchoOfOurOwnVoiceIsRemoved(seed: UInt64) {
        let bench = ProcessorBench(room: SyntheticRoom(seed: seed))
        let frames = bench.run(seconds: 8)
        let late = frames.suffix(100)
        let reduction = level(late.flatMap(\.heard)) - level(late.flatMap(\.cleaned))
        #expect(reduction > 12, "\(reduction) dB")
        let isPlayingThroughout = late.allSatisfy { $0.finding.isPlaying }
        #expect(isPlayingThroughout)
    }

    @Test(arguments: [0.0, 0.06, 0.21]) func anUnreportedDelayIsFound(seconds: Double) {
        let bench = ProcessorBench(room: SyntheticRoom(seed: 4, delaySeconds: seconds))
        let late = bench.run(seconds: 10).suffix(100)
        let reduction = level(late.flatMap(\.heard)) - level(late.flatMap(\.cleaned))
        #expect(reduction > 9, "\(reduction) dB at \(seconds) s")
    }

    /// Sound servers report the start of a new reply to within a few milliseconds.
    @Test(arguments: [Int64(-300), -40, 3, 170]) func theNextReplyReusesTheLearnedRoom(error: Int64) {
        let bench = ProcessorBench(room: SyntheticRoom(seed: 12))
        _ = bench.run(seconds: 8)
        bench.beginNextReply(clockError: error)
        let frames = bench.run(seconds: 2)
        let soon = frames[40..<75]
        let reduction = level(soon.flatMap(\.heard)) - level(soon.flatMap(\.cleaned))
        #expect(reduction > 9, "\(reduction) dB within 0.8 to 1.5 s of a reply whose clock is \(error) samples wrong")
        #expect(frames.count { $0.finding.isNear } < 8)
    }

    /// A user who speaks as a reply begins is detected before a pause in which the echo can be located.
    @Test(arguments: [Int64(-5), 60])
    func speechAtTheStartOfTheNextReplyIsDetected(error: Int64) {
        let bench = ProcessorBench(room: SyntheticRoom(seed: 12))
        _ = bench.run(seconds: 8)
        bench.beginNextReply(clockError: 3)
        _ = bench.run(seconds: 1)
        bench.beginNextReply(clockError: error)
        let user = syllables(seconds: 2, seed: 77, pitch: 190).map { $0 * 0.5 }
        let both = bench.run(seconds: 2, user: [Float](repeating: 0, count: 1_600) + user)
        let noticed = both.prefix(50).count { $0.finding.isNear }
        #expect(noticed > 12, "\(noticed) of 50 frames, with a clock that is \(error) samples wrong")
    }

    /// Slightly late, late by a period or a gap, beyond the search range, and slightly early.
    @Test(arguments: [70, 320, 900, 1600, -160])
    func aStumblingDeviceIsNotMistakenForSpeech(samples: Int) {
        let bench = ProcessorBench(room: SyntheticRoom(seed: 13))
        _ = bench.run(seconds: 8)
        bench.stumble(samples: samples)
        let frames = bench.run(seconds: 4)
        #expect(frames.count { $0.finding.isNear } < 12, "\(frames.map { $0.finding.isNear ? 1 : 0 })")
        #expect(frames.contains { $0.finding.isEchoMoved })
        let both = bench.run(seconds: 2, user: syllables(seconds: 2, seed: 77, pitch: 190).map { $0 * 0.5 })
        let noticed = both.count { $0.finding.isNear }
        #expect(noticed > 25, "\(noticed) of 100 frames")
    }

    @Test func anotherVoiceIsDetectedAndKeptByTheEchoCanceller() {
        let bench = ProcessorBench(room: SyntheticRoom(seed: 5))
        let user = syllables(seconds: 2, seed: 77, pitch: 190).map { $0 * 0.5 }
        let alone = bench.run(seconds: 6)
        let both = bench.run(seconds: 2, user: user)
        let noticed = both.count { $0.finding.isNear }
        let mistaken = alone.suffix(150).count { $0.finding.isNear }
        #expect(!alone.suffix(150).contains { $0.finding.isEchoMoved })
        #expect(noticed > 25, "\(noticed) of 100 frames")
        #expect(mistaken < 15, "\(mistaken) of 150 frames of our own voice")
        let cleaned = both.flatMap(\.cleaned).map { Float($0) / 32_768 }
        #expect(correlation(cleaned, user) > 0.85)
    }

    @Test func switchingCancellationOffKeepsTheDetection() {
        let bench = ProcessorBench(room: SyntheticRoom(seed: 6))
        bench.controls.cancelsEcho.store(false, ordering: .relaxed)
        let frames = bench.run(seconds: 6).suffix(100)
        #expect(frames.allSatisfy { $0.heard == $0.cleaned })
        #expect(frames.count { $0.finding.isNear } < 15)
    }

    @Test func withoutPlaybackSoundIsUnchanged() {
        let processor = CaptureProcessor(reference: PlaybackReference(), controls: ProcessingControls())
        var frame = chirp(seconds: 0.02)
        let before = frame
        let finding = frame.withUnsafeMutableBufferPointer {
            processor.cancel($0, sample: 0, atMicroseconds: 1_000_000)
        }
        #expect(frame == before && !finding.isPlaying && finding.isNear)
    }

    @Test func steadyNoiseIsRemovedForTheDetector() {
        let controls = ProcessingControls()
        let processor = CaptureProcessor(reference: nil, controls: controls)
        var random = SeededGenerator(seed: 3)
        func detectorLevel(frames: Int) -> Float {
            var samples: [Int16] = []
            for _ in 0..<frames {
                var frame = (0..<320).map { _ in Int16.random(in: -1000...1000, using: &random) }
                frame.withUnsafeMutableBufferPointer { frame in
                    _ = processor.cancel(frame, sample: 0, atMicroseconds: 0)
                    samples = Array(processor.detectorFrame(isPlaying: false))
                }
            }
            return level(samples)
        }
        controls.suppressesNoise.store(false, ordering: .relaxed)
        let plain = detectorLevel(frames: 20)
        controls.suppressesNoise.store(true, ordering: .relaxed)
        let suppressed = detectorLevel(frames: 200)
        #expect(suppressed < plain - 6, "\(plain) → \(suppressed) dBFS")
    }
}

/// A reply played into a room, frame by frame, and the processor that hears it.
private final class ProcessorBench {
    struct Frame {
        var heard: [Int16]
        var cleaned: [Int16]
        var finding: CaptureProcessor.Finding
    }

    let controls = ProcessingControls()
    private let room: SyntheticRoom
    private let reference = PlaybackReference()
    private let processor: CaptureProcessor
    private let reply = syllables(seconds: 20, seed: 9, pitch: 110)
    private var frame = 0
    private var lateness = 0

    init(room: SyntheticRoom) {
        self.room = room
        processor = CaptureProcessor(reference: reference, controls: controls)
        reference.restart(at: 0)
        reference.setOffset(0)
        for (index, sample) in reply.prefix(60_000).enumerated() {
            reference.set(Int16(sample * 32_767), at: Int64(index))
        }
    }

    /// Starts another reply, whose start the server misreports by this many samples.
    func beginNextReply(clockError: Int64) {
        reference.restart(at: Int64(frame * 320))
        reference.setOffset(clockError)
    }

    /// From now on the device plays this many samples later, without reporting it.
    func stumble(samples: Int) { lateness += samples }

    func run(seconds: Double, user: [Float] = []) -> [Frame] {
        (0..<Int(seconds * 50)).map { index in
            let start = frame * 320
            defer { frame += 1 }
            // One second ahead, as a player does.
            let ahead = start + 16_000
            for position in max(0, ahead - 320)..<min(reply.count, ahead) {
                reference.set(Int16(reply[position] * 32_767), at: Int64(position))
            }
            reference.extend(to: Int64(min(reply.count, ahead)))
            let played = Array(reply[start - lateness..<start - lateness + 320])
            var echo = room.process(played)
            for sample in echo.indices {
                echo[sample] *= 0.5
                if index * 320 + sample < user.count { echo[sample] += user[index * 320 + sample] }
            }
            let heard = echo.map { Int16(max(-1, min(1, $0)) * 32_767) }
            var cleaned = heard
            let finding = cleaned.withUnsafeMutableBufferPointer {
                processor.cancel($0, sample: Int64(start), atMicroseconds: Int64(frame) * 20_000)
            }
            return Frame(heard: heard, cleaned: cleaned, finding: finding)
        }
    }
}

/// Speech-like sound with full scale 1: voiced and unvoiced syllables of varying pitch and timbre, with gaps.
private func syllables(seconds: Double, seed: UInt64, pitch: Double) -> [Float] {
    var random = SeededGenerator(seed: seed)
    var samples: [Float] = []
    while samples.count < Int(seconds * 16_000) {
        let length = Int.random(in: 1600..<4000, using: &random)
        let isVoiced = Int.random(in: 0..<4, using: &random) > 0
        let hertz = pitch * Double.random(in: 0.8...1.3, using: &random)
        let formant = Double.random(in: 300...900, using: &random)
        let upper = Double.random(in: 1000...2800, using: &random)
        for index in 0..<length {
            let time = Double(index) / 16_000
            var value = 0.0
            if isVoiced {
                for harmonic in 1...24 {
                    let tone = hertz * Double(harmonic)
                    let weight =
                        exp(-pow((tone - formant) / 250, 2)) + 0.5 * exp(-pow((tone - upper) / 400, 2)) + 0.04
                    value += 0.12 * weight * sin(2 * .pi * tone * time)
                }
            } else {
                value = Double.random(in: -0.08...0.08, using: &random)
            }
            samples.append(Float(value * sin(.pi * Double(index) / Double(length))))
        }
        samples += [Float](repeating: 0, count: Int.random(in: 200..<1200, using: &random))
    }
    return Array(samples.prefix(Int(seconds * 16_000)))
}

private func level(_ samples: [Int16]) -> Float { LevelMeter.dBFS(samples) }

private func correlation(_ first: [Float], _ second: [Float]) -> Float {
    var cross: Float = 0
    var left: Float = 1e-9
    var right: Float = 1e-9
    for (a, b) in zip(first, second) {
        cross += a * b
        left += a * a
        right += b * b
    }
    return cross / (left * right).squareRoot()
}
