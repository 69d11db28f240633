// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a request asks to remove, end or allow something. The verb alone doesn't: it has to come first, or after "could you" and
// the like. "Could a thief cancel the alarm" and "keep the reminder" cancel nothing.

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
    package func removalWording(of words: [String]) -> DeedWording {
        let disclaimed = disclaims(words)
        return disclaimed == .unsaid ? wording(of: words, by: .removing) : disclaimed
    }

    /// True when the words speak of taking something away at all, as an order or not.
    package func mentionsRemoval(_ words: [String]) -> Bool {
        [DialogueRole.removing, .disclaiming].contains { !phrases($0).places(in: words).isEmpty }
            && !isNegated(words) && !isKeeping(words) && !isTold(words)
    }

    /// What the words say about a deed.
    /// - Parameters:
    ///   - words: The words of the request without texts of the user's.
    ///   - verbs: The role of the verbs that order it.
    package func wording(of words: [String], by verbs: DialogueRole) -> DeedWording {
        let places = phrases(verbs).places(in: words)
        // Places may lie within each other: "get rid … off".
        let rest = words.indices.filter { index in !places.contains { $0.contains(index) } }.map { words[$0] }
        let (isNegated, isKeeping) = (isNegated(rest), isKeeping(rest))
        guard let first = places.first else { return isNegated || isKeeping ? .refused : .unsaid }
        let (before, behind) = (Array(words[..<first.lowerBound]), words[first.upperBound...])
        // "Don't cancel the timer", but "cancel the timer, I don't like it".
        if isNegated, self.isNegated(before) { return .refused }
        if isKeeping { return .unsaid }
        if phrases(.refusing).lengthAtEnd(of: behind) > 0 { return .refused }
        guard !isTold(words), !wonders(words), phrases(.retracting).place(in: Array(behind)) == nil else {
            return .unsaid
        }
        return isOrder(behind: before, about: behind) ? .said : .unsaid
    }

    /// True where a verb orders something: nothing stands before it but what opens requests, or the thing itself, as in "the
    /// pasta timer, cancel it".
    private func isOrder(behind before: [String], about rest: ArraySlice<String>) -> Bool {
        let before = withoutFraming(before[...])
        if before.isEmpty { return true }
        if phrases(.disclaiming).length(at: before) > 0 { return true }
        return phrases(.naming).length(at: before) > 0 && phrases(.pointing).length(at: rest) > 0
    }

    /// Whether something is said not to be wanted: "I don't need the timer anymore", "not on friday".
    private func disclaims(_ words: [String]) -> DeedWording {
        guard let first = phrases(.disclaiming).places(in: words).first, !wonders(words), !isKeeping(words) else {
            return .unsaid
        }
        // "No need to cancel it" and "I don't want to cancel it" say the contrary.
        if phrases(.negated).length(at: words[first.lowerBound...]) > first.count { return .refused }
        let before = withoutFraming(words[..<first.lowerBound])
        let behind = words[first.upperBound...]
        guard !isTold(words), phrases(.retracting).place(in: Array(behind)) == nil else {
            return .unsaid
        }
        return before.count <= 1 || phrases(.naming).length(at: before) > 0 ? .said : .unsaid
    }

    private func withoutFraming(_ words: ArraySlice<String>) -> ArraySlice<String> {
        var rest = words
        while case let length = phrases(.framing).length(at: rest), length > 0 { rest = rest.dropFirst(length) }
        return rest
    }

    /// True when the sentence opens as those do that ask for nothing: "could a thief", "what does", "maybe I'll".
    package func wonders(_ words: [String]) -> Bool {
        let role = phrases(.wondering)
        return role.places(in: Array(withoutHedges(words))).first?.lowerBound == 0
            || role.places(in: words).first?.lowerBound == 0
    }

    /// True when the words ask or tell of something instead of asking for it: "who shut down the computer".
    package func isTold(_ words: [String]) -> Bool {
        guard let opening = withoutHedges(words).first else { return false }
        return phrases(.telling).length(at: [opening]) > 0
    }

    /// True when they begin with a thing: "the computer shut down".
    package func beginsWithThing(_ words: [String]) -> Bool { phrases(.naming).length(at: withoutHedges(words)) > 0 }
}
