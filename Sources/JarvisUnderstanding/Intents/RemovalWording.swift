// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a request says that something is to be taken away. What is only named is kept: "keep the reminder to call mum".

/// What the words of a request say about taking something away.
package enum RemovalWording: Hashable, Sendable {
    /// They ask for it: "cancel the timer", "I don't need the alarm anymore".
    case said
    /// They don't, or tell of it: "is there the tea timer", "who deleted the note".
    case unsaid
    /// They ask for the contrary: "keep the timer", "don't cancel it".
    case refused
}

extension Lexicon {
    /// - Parameter words: The words of the request without texts of the user's, such as what a reminder says.
    package func removalWording(of words: [String]) -> RemovalWording {
        let removing = phrases(.removing).places(in: words)
        // Places may lie within each other: "get rid … off".
        let rest = words.indices.filter { index in !removing.contains { $0.contains(index) } }.map { words[$0] }
        let (isNegated, isKeeping) = (isNegated(rest), !phrases(.keeping).places(in: rest).isEmpty)
        guard let first = removing.first else { return isNegated || isKeeping ? .refused : .unsaid }
        // "Don't cancel the timer", but "cancel the timer, I don't like it".
        if isNegated, self.isNegated(Array(words[..<first.lowerBound])) { return .refused }
        if isKeeping { return .unsaid }
        let opening = withoutHedges(words).first ?? ""
        return phrases(.telling).length(at: [opening]) > 0 ? .unsaid : .said
    }
}
