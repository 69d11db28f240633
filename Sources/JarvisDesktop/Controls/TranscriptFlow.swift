// SPDX-License-Identifier: GPL-3.0-or-later
// How a live transcript changes without flicker: words that stay are left alone, what changes is replaced from the first
// changed word, and a hypothesis that has lost words has to last a moment before it is believed.

/// The words that are shown of an utterance in progress.
struct TranscriptFlow: Equatable {
    /// The text on screen.
    private(set) var words: [Substring] = []
    /// A shorter hypothesis, and when it may be shown.
    private var pending: (words: [Substring], due: Double)?
    private var lastGrowth = -Double.infinity

    static let rest = Double(DesignTokens.Motion.transcriptRest) / 1000

    static func == (one: TranscriptFlow, other: TranscriptFlow) -> Bool {
        one.words == other.words && one.pending?.words == other.pending?.words
    }

    var text: String { words.joined(separator: " ") }

    /// When `settle` has something to do; nil: nothing waits.
    var due: Double? { pending?.due }

    /// Takes the newest hypothesis.
    /// - Parameter time: monotonic seconds.
    /// - Returns: the first word that has changed on screen; nil when nothing has.
    mutating func propose(_ hypothesis: String, at time: Double) -> Int? {
        let next = hypothesis.split(separator: " ")
        if next.count < words.count {
            let due = max(lastGrowth + Self.rest, time)
            guard time < due else { return replace(with: next, at: time) }
            pending = (next, pending?.due ?? due)
            return nil
        }
        return replace(with: next, at: time)
    }

    /// Shows a shorter hypothesis that has lasted.
    mutating func settle(at time: Double) -> Int? {
        guard let pending, time >= pending.due else { return nil }
        return replace(with: pending.words, at: time)
    }

    /// Begins with the next utterance.
    mutating func clear() { self = TranscriptFlow() }

    private mutating func replace(with next: [Substring], at time: Double) -> Int? {
        pending = nil
        if next.count > words.count { lastGrowth = time }
        guard next != words else { return nil }
        let kept = zip(words, next).prefix { $0 == $1 }.count
        words = next
        return kept
    }
}
