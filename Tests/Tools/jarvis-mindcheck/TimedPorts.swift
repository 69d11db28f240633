// SPDX-License-Identifier: GPL-3.0-or-later
// The program's synthesizer and a silent player, which record when a turn first uses them.

import JarvisCore
import JarvisPlatform
import JarvisSynthesis
import JarvisTesting
import Synchronization

/// The moments of one turn, in monotonic nanoseconds.
final class TurnMoments: Sendable {
    enum Moment: Hashable, Sendable {
        case transcript, request, clauseWritten, synthesis, sound
    }

    private let moments: Mutex<[Moment: Int64]> = Mutex([:])

    func begin() { moments.withLock { $0 = [:] } }

    /// Records a moment; only the first time counts.
    func note(_ moment: Moment) {
        let now = MonotonicTime.nanoseconds()
        moments.withLock { moments in
            if moments[moment] == nil { moments[moment] = now }
        }
    }

    /// Milliseconds from one moment to another; nil if either has not come.
    func milliseconds(_ from: Moment, _ to: Moment) -> Double? {
        moments.withLock { moments in
            guard let from = moments[from], let to = moments[to] else { return nil }
            return Double(to - from) / 1e6
        }
    }
}

final class TimedSynthesizer: SpeechSynthesizer {
    private let real = ESpeakSynthesizer()
    private let moments: TurnMoments

    init(_ moments: TurnMoments) {
        self.moments = moments
        real.warmUp()
    }

    func voices() async throws -> [Voice] { try await real.voices() }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        moments.note(.synthesis)
        return real.synthesize(clause, prosody: prosody)
    }
}

final class TimedPlayer: SpeechPlayer {
    private let player = FakePlayer(isAutomatic: true)
    private let moments: TurnMoments

    init(_ moments: TurnMoments) {
        self.moments = moments
    }

    func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        player.begin(device: device, handler: handler)
    }

    func enqueue(_ audio: SynthesizedAudio, clause: Int) {
        moments.note(.sound)
        player.enqueue(audio, clause: clause)
    }

    func setGain(_ gain: Double) { player.setGain(gain) }
    func finish() { player.finish() }
    func stop() { player.stop() }
}
