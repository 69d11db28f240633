// SPDX-License-Identifier: GPL-3.0-or-later
// Who takes the sound of one message from espeak-ng: a receiver that passes it on, or a probe that measures it.

import CESpeakNG

/// The receiving end of one message; travels as its user data.
class ESpeakListener {
    private var text = ESpeakText("")

    /// Passes on what the library hands out, with the places of words as they are in the text that was given.
    /// - Returns: False to abort the synthesis.
    final func take(_ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>) -> Bool {
        var event = events
        while event.pointee.type != espeakEVENT_LIST_TERMINATED {
            if event.pointee.type == espeakEVENT_WORD {
                event.pointee.text_position = Int32(text.place(Int(event.pointee.text_position) - 1) + 1)
            }
            event += 1
        }
        return receive(sound, events: events)
    }

    /// Takes one piece of sound and its events.
    /// - Returns: False to abort the synthesis.
    func receive(_ sound: UnsafeBufferPointer<Int16>, events: UnsafeMutablePointer<espeak_EVENT>) -> Bool { false }

    /// Has the library say `text` to this listener; call only inside `ESpeakLibrary.use`, with the voice set.
    final func hear(_ text: String) -> espeak_ERROR {
        // The library is in its synchronous mode: the callback has been called for the last time when this returns.
        self.text = ESpeakText(text)
        let text = self.text.readable
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
    static func sound(of text: String, _ settings: ESpeakProsody) -> ESpeakProbe {
        var settings = settings
        settings.volume = 100
        settings.apply()
        let probe = ESpeakProbe()
        _ = probe.hear(text)
        return probe
    }
}
