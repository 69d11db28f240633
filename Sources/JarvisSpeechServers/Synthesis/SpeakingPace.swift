// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the external synthesizers: how fast their voices speak, and how to change their pitch.

import Glibc
import JarvisCore
import Synchronization

/// How fast a voice speaks, refined with each clause.
final class SpeakingPace: Sendable {
    private let pace = Mutex(SoundAssembly.usualPace)

    /// The current estimate, in seconds per unit of weight at normal speed.
    var current: Double { pace.withLock { $0 } }

    func learn(_ measured: Double?, atSpeed speed: Double) {
        guard let measured else { return }
        pace.withLock { $0 += (measured * speed - $0) / 2 }
    }
}

extension Prosody {
    /// How much faster to play the audio to reach the pitch; the engine's speed has to compensate.
    var rateFactor: Double { Self.factor(semitones: pitch) }

    private static func factor(semitones: Double) -> Double { exp2(semitones / 12) }
}
