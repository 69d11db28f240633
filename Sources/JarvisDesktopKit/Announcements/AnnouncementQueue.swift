// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which note a screen reader says, and when. Pure: times are in seconds, from any clock.

package import GtkKit

extension SpokenNote.Subject {
    /// What JARVIS is doing.
    package static let state = Self(rawValue: "state")
    /// A failure or a warning, with what to do about it.
    package static let banner = Self(rawValue: "banner")
    package static let ringing = Self(rawValue: "ringing")
    package static let consent = Self(rawValue: "consent")
    /// A reply that isn't spoken.
    package static let answer = Self(rawValue: "answer")
    /// How much a search or a filter has found.
    package static let results = Self(rawValue: "results")
    /// The page or place that is now shown.
    package static let place = Self(rawValue: "place")
    /// A change that the user has just made, which shows elsewhere than at the focus.
    package static let change = Self(rawValue: "change")
    /// How well the microphone hears.
    package static let microphone = Self(rawValue: "microphone")
}

/// Notes that wait to be said, and the one that was said last. A reader lets each note cut off what it is saying, so the
/// next one waits until the last has had time to be heard.
package struct AnnouncementQueue {
    private struct Waiting {
        var note: SpokenNote
        var due: Double
    }

    /// True while JARVIS speaks, when a screen reader would talk over it.
    package var isHeld = false
    private var waiting: [Waiting] = []
    private var said: (text: String, time: Double)?

    package init() {}

    /// Adds a note in place of an older one of its subject that still waits; an empty text only removes that one.
    /// - Parameter patience: Seconds during which the note can still be replaced before it is said.
    package mutating func add(_ note: SpokenNote, at time: Double, patience: Double = 0) {
        waiting.removeAll { $0.note.subject == note.subject }
        guard !note.text.isEmpty else { return }
        waiting.append(Waiting(note: note, due: time + patience))
    }

    /// Forgets everything.
    package mutating func clear() {
        waiting = []
        said = nil
    }

    /// When the next note is due; nil if there is none.
    package var nextTime: Double? {
        guard !isHeld, let due = waiting.map(\.due).min() else { return nil }
        return max(due, freeTime ?? due)
    }

    /// The note that is due at this time; nil if there is none yet, or if it has just been said.
    package mutating func next(at time: Double) -> String? {
        guard let nextTime, nextTime <= time,
            let index = waiting.indices.min(by: { waiting[$0].due < waiting[$1].due })
        else { return nil }
        let text = waiting.remove(at: index).note.text
        if let said, said.text == text, time < said.time + DesignTokens.Announcements.memory { return nil }
        said = (text, time)
        return text
    }

    /// When the last note has had time to be heard.
    private var freeTime: Double? {
        said.map { said in
            let tokens = DesignTokens.Announcements.self
            return said.time + min(tokens.gap + Double(said.text.count) * tokens.perCharacter, tokens.longestGap)
        }
    }
}
