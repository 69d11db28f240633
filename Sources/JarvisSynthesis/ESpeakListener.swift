// SPDX-License-Identifier: GPL-3.0-or-later
// Who takes the sound of one message from espeak-ng: a receiver that passes it on, or a probe that measures it.

import CESpeakNG
import JarvisSpokenText

/// The receiving end of one message; travels as its user data.
class ESpeakListener {
    /// Takes one piece of sound and its events.
    /// - Returns: False to abort the synthesis.
    func receive(_ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>) -> Bool { false }

    /// Has the library say `text` to this listener; call only inside `ESpeakLibrary.use`, with the voice set.
    /// - Parameter scripts: What the voice reads.
    final func hear(_ text: String, in scripts: Set<WritingSystem>) -> espeak_ERROR {
        // The library is in its synchronous mode: the callback has been called for the last time when this returns.
        let text = ESpeakText.readable(text, in: scripts)
        return withExtendedLifetime(self) {
            let box = Unmanaged.passUnretained(self).toOpaque()
            return espeak_Synth(text, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil, box)
        }
    }
}

/// Keeps the sound, for measuring.
final class ESpeakProbe: ESpeakListener {
    private(set) var samples: [Int16] = []

    override func receive(
        _ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>
    ) -> Bool {
        samples.append(contentsOf: sound)
        return true
    }

    /// From the first to the last sample above −43 dBFS.
    var spokenLength: Int {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 230 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 230 })
        else { return 0 }
        return last - first
    }

    /// What the current voice makes of `text` with these settings, at full volume.
    static func sound(of text: String, in scripts: Set<WritingSystem>, _ settings: ESpeakProsody) -> ESpeakProbe {
        var settings = settings
        settings.volume = 100
        settings.apply()
        let probe = ESpeakProbe()
        _ = probe.hear(text, in: scripts)
        return probe
    }
}
