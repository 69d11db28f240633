// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a request says that something is to be taken away, ended or agreed to. What is only named is kept: "keep the reminder to
// call mum".

/// What the words of a request say about taking something away, or about another deed that needs a word for it.
package enum DeedWording: Hashable, Sendable {
    /// They ask for it: "cancel the timer", "I don't need the alarm anymore".
    case said
    /// They don't, or tell of it: "is there the tea timer", "who deleted the note".
    case unsaid
    /// They ask for the contrary: "keep the timer", "don't cancel it".
    case refused
}

extension Lexicon {
    /// - Parameter words: The words of the request without texts of the user's, such as what a reminder says.
    package func removalWording(of words: [String]) -> DeedWording { wording(of: words, by: .removing) }

    /// What the words say about a deed.
    /// - Parameters:
    ///   - words: The words of the request without texts of the user's.
    ///   - verbs: The role of the words that ask for it.
    package func wording(of words: [String], by verbs: DialogueRole) -> DeedWording {
        let removing = phrases(verbs).places(in: words)
        // Places may lie within each other: "get rid … off".
        let rest = words.indices.filter { index in !removing.contains { $0.contains(index) } }.map { words[$0] }
        let (isNegated, isKeeping) = (isNegated(rest), isKeeping(rest))
        guard let first = removing.first else { return isNegated || isKeeping ? .refused : .unsaid }
        // "Don't cancel the timer", but "cancel the timer, I don't like it".
        if isNegated, self.isNegated(Array(words[..<first.lowerBound])) { return .refused }
        if isKeeping { return .unsaid }
        return isTold(words) ? .unsaid : .said
    }

    /// True when the words ask or tell of something instead of asking for it: "who shut down the computer".
    package func isTold(_ words: [String]) -> Bool {
        guard let opening = withoutHedges(words).first else { return false }
        return phrases(.telling).length(at: [opening]) > 0
    }

    /// True when they begin with a thing: "the computer shut down".
    package func beginsWithThing(_ words: [String]) -> Bool { phrases(.naming).length(at: withoutHedges(words)) > 0 }
}
