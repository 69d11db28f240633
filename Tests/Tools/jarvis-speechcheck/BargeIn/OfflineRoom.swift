// SPDX-License-Identifier: GPL-3.0-or-later
// The chain from the microphone to the interruption watch in a simulated room, faster than real time.

import JarvisAudio
import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisTesting

/// Plays a reply into a room, lets a user speak into it, and processes the sound as the program does.
final class OfflineRoom {
    /// A change of volume is audible after this many frames: 60 ms.
    private static let reaction = 3
    private static let count = AudioFrame.samplesPerFrame

    private let reply: [Int16]
    private let room: SyntheticRoom
    private let reference = PlaybackReference()
    private let processor: CaptureProcessor
    private let detector: any VoiceActivityDetector
    private var watch = InterruptionWatch()
    private var noise: SeededGenerator
    private var played: [Int16] = []
    /// How much later than planned the speaker plays, in samples, and how much of the gap before that remains.
    private var lateness = 0
    private var gap = 0
    private var frame = 0
    /// The frames of silence left before the next reply, and the error of that reply's clocks in samples.
    private var silence = 0
    private var nextError = 0
    private var gain: Float = 1
    private var wantedGain: Float = 1
    /// The share of the played amplitude that reaches the microphone.
    private let coupling: Float
    let ducks: Bool

    init(
        reply: [Int16], room: SyntheticRoom, seed: UInt64, coupling: Float = 0.5, ducks: Bool = true,
        controls: ProcessingControls = ProcessingControls()
    ) {
        self.reply = reply
        self.room = room
        self.coupling = coupling
        self.ducks = ducks
        noise = SeededGenerator(seed: seed)
        detector = VoiceDetectors(resources: .standard()).make()
        processor = CaptureProcessor(reference: reference, controls: controls)
        reference.restart(at: 0)
        reference.setOffset(PlaybackReference.tick(atMicroseconds: 0))
        for _ in 0..<Self.reaction { playAhead() }
    }

    /// RMS of the echo of `reply` in this room, full scale 1.
    func echoLevel() -> Float {
        let loud = reply.filter { abs(Int($0)) > 300 }
        let sum = loud.reduce(Float(0)) { $0 + Float($1) * Float($1) }
        return (sum / Float(max(1, loud.count))).squareRoot() / 32_768 * coupling
    }

    /// Advances by 20 ms; `user` (320 values, full scale 1) is added at the microphone.
    func step(user: ArraySlice<Float>) -> (verdict: InterruptionWatch.Verdict?, evidence: InterruptionWatch.Evidence) {
        playAhead()
        let start = frame * Self.count
        let echo = room.process((start..<start + Self.count).map(sounding))
        var samples = [Int16](repeating: 0, count: Self.count)
        for index in samples.indices {
            // −65 dBFS of noise.
            let hiss = Float.random(in: -1...1, using: &noise) * 0.00097
            let near = index < user.count ? user[user.startIndex + index] : 0
            samples[index] = Int16(max(-32_768, min(32_767, (echo[index] * coupling + near + hiss) * 32_768)))
        }
        let evidence = samples.withUnsafeMutableBufferPointer { samples in
            let finding = processor.cancel(samples, sample: Int64(start), atMicroseconds: Int64(frame) * 20_000)
            let activity = detector.process(processor.detectorFrame(isPlaying: finding.isPlaying))
            return InterruptionWatch.Evidence(
                isNear: finding.isNear && (finding.isPlaying || activity.isSpeech), isSpeech: activity.isSpeech,
                isVoiced: finding.isVoiced, levelDBFS: activity.levelDBFS, nearShare: finding.nearShare,
                isEchoMoved: finding.isEchoMoved)
        }
        frame += 1
        let verdict = watch.process(evidence)
        if ducks {
            switch verdict {
            case .suspected: wantedGain = 0.25
            case .dismissed: wantedGain = 1
            case .confirmed, nil: break
            }
        }
        return (verdict, evidence)
    }

    /// Makes the speaker stumble: it falls silent for this many samples and then continues where it was, or skips as
    /// many if negative. The clocks do not show it.
    func stumble(_ samples: Int) {
        lateness += samples
        gap = max(0, samples)
    }

    /// Ends the reply; the next one begins after this many frames, with this many samples of clock error.
    func beginAgain(after frames: Int, clockError: Int) {
        silence = frames
        nextError = clockError
    }

    /// The speaker's sample at a position, full scale 1.
    private func sounding(_ position: Int) -> Float {
        guard gap == 0 else {
            gap -= 1
            return 0
        }
        let position = position - lateness
        return position >= 0 && position < played.count ? Float(played[position]) / 32_768 : 0
    }

    /// Continues the same reply after a confirmation, for counting.
    func resume() { wantedGain = 1 }

    private func playAhead() {
        let start = played.count
        if silence > 0 {
            silence -= 1
            played += [Int16](repeating: 0, count: Self.count)
            guard silence == 0 else { return }
            reference.restart(at: Int64(played.count))
            reference.setOffset(PlaybackReference.tick(atMicroseconds: 0) + Int64(nextError))
            return
        }
        let step = (wantedGain - gain) / Float(Self.count)
        for index in 0..<Self.count {
            gain += step
            let sample = Int16(Float(reply[(start + index) % reply.count]) * gain)
            played.append(sample)
            reference.set(sample, at: Int64(start + index))
        }
        gain = wantedGain
        reference.extend(to: Int64(played.count))
    }
}
