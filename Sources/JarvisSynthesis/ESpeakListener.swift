// SPDX-License-Identifier: GPL-3.0-or-later
// Receives espeak-ng's sound for one message, and provides a probe that measures it.

import CESpeakNG
import JarvisSpokenText

/// The receiver of one message, passed as the message's user data.
class ESpeakListener {
    /// Receives one piece of sound and its events.
    /// - Returns: False to cancel the synthesis.
    func receive(_ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>) -> Bool { false }

    /// Synthesizes `text` into this listener; call only inside `ESpeakLibrary.use`, with the voice set.
    /// - Parameter scripts: The scripts that the voice reads.
    final func hear(_ text: String, in scripts: Set<WritingSystem>) -> espeak_ERROR {
        // The library is in synchronous mode, so no callback comes after this call returns.
        let text = ESpeakText.readable(text, in: scripts)
        return withExtendedLifetime(self) {
            let box = Unmanaged.passUnretained(self).toOpaque()
            return espeak_Synth(text, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil, box)
        }
    }
}

/// Keeps the sound of a message, for measuring.
final class ESpeakProbe: ESpeakListener {
    private(set) var samples: [Int16] = []

    override func receive(
        _ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>
    ) -> Bool {
        samples.append(contentsOf: sound)
        return true
    }

    /// The number of samples from the first to the last one above −43 dBFS.
    var spokenLength: Int {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 230 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 230 })
        else { return 0 }
        return last - first
    }

    /// Synthesizes `text` with the current voice and these settings, but at full volume.
    static func sound(of text: String, in scripts: Set<WritingSystem>, _ settings: ESpeakProsody) -> ESpeakProbe {
        var settings = settings
        settings.volume = 100
        settings.apply()
        let probe = ESpeakProbe()
        _ = probe.hear(text, in: scripts)
        return probe
    }
}
