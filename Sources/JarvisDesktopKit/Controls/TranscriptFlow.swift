// SPDX-License-Identifier: GPL-3.0-or-later
// Updates a live transcript without flicker. Unchanged words stay, and the rest is replaced from the first changed word
// on. A hypothesis that has lost words must last a moment before it is shown.

/// The words of the current utterance that are on the screen.
struct TranscriptFlow: Equatable {
    /// The words on the screen.
    private(set) var words: [Substring] = []
    /// A shorter hypothesis, with the time at which it may be shown.
    private var pending: (words: [Substring], due: Double)?
    private var lastGrowth = -Double.infinity

    static let rest = Double(DesignTokens.Motion.transcriptRest) / 1000

    static func == (one: TranscriptFlow, other: TranscriptFlow) -> Bool {
        one.words == other.words && one.pending?.words == other.pending?.words
    }

    var text: String { words.joined(separator: " ") }

    /// When to call `settle`; nil if nothing is pending.
    var due: Double? { pending?.due }

    /// Shows the newest hypothesis, unless it must wait.
    /// - Parameter time: monotonic seconds.
    /// - Returns: the index of the first word that changed on the screen; nil if none did.
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

    /// Shows the pending shorter hypothesis if it has lasted long enough.
    /// - Returns: the index of the first word that changed on the screen; nil if none did.
    mutating func settle(at time: Double) -> Int? {
        guard let pending, time >= pending.due else { return nil }
        return replace(with: pending.words, at: time)
    }

    /// Starts over for the next utterance.
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
