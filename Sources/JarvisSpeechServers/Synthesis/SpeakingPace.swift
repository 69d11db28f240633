// SPDX-License-Identifier: GPL-3.0-or-later
// What the synthesizers outside of the program have in common: how fast their voices speak, and how they reach a pitch.

import Glibc
import JarvisCore
import Synchronization

/// How fast a voice speaks, learned from clause to clause.
final class SpeakingPace: Sendable {
    private let pace = Mutex(SoundAssembly.usualPace)

    /// Seconds per unit of weight at normal speed.
    var current: Double { pace.withLock { $0 } }

    func learn(_ measured: Double?, atSpeed speed: Double) {
        guard let measured else { return }
        pace.withLock { $0 += (measured * speed - $0) / 2 }
    }
}

extension Prosody {
    /// The factor by which sound is played faster to reach the pitch; the engine's speed has to make up for it.
    var rateFactor: Double { Self.factor(semitones: pitch) }

    private static func factor(semitones: Double) -> Double { exp2(semitones / 12) }
}
