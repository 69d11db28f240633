// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a request orders a removal, a shutdown or a permission. The verb alone is not enough; it must come
// first or after "could you" and the like. "Could a thief cancel the alarm" and "keep the reminder" cancel nothing.

/// Whether the words of a request order an action that JARVIS must not guess at, such as a removal.
package enum DeedWording: Hashable, Sendable {
    /// The words order it: "cancel the timer", "I don't need the alarm anymore".
    case said
    /// The words don't order it, or only mention it: "is there the tea timer", "who deleted the note".
    case unsaid
    /// The words order the opposite: "keep the timer", "don't cancel it".
    case refused
}

extension Lexicon {
    /// Whether the words order a removal, with a verb or by saying that something is unwanted.
    /// - Parameter words: The words of the request without the user's free text, such as the message of a reminder.
    package func removalWording(of words: [String]) -> DeedWording {
        let disclaimed = disclaims(words)
        return disclaimed == .unsaid ? wording(of: words, by: .removing) : disclaimed
    }

    /// True if the words mention a removal, ordered or not, without negating it, reporting it or asking to keep
    /// something.
    package func mentionsRemoval(_ words: [String]) -> Bool {
        (!orders(.removing, in: words).isEmpty || !phrases(.disclaiming).places(in: words).isEmpty)
            && !isNegated(words) && !isKeeping(words) && !isTold(words)
    }

    /// Whether the words order an action.
    /// - Parameters:
    ///   - words: The words of the request without the user's free text.
    ///   - verbs: The role of the verbs that order the action.
    package func wording(of words: [String], by verbs: DialogueRole) -> DeedWording {
        let places = orders(verbs, in: words)
        // Ranges may nest: "get rid … off".
        let rest = words.indices.filter { index in !places.contains { $0.contains(index) } }.map { words[$0] }
        let (isNegated, isKeeping) = (isNegated(rest), isKeeping(rest))
        guard let first = places.first else { return isNegated || isKeeping ? .refused : .unsaid }
        let (before, behind) = (Array(words[..<first.lowerBound]), words[first.upperBound...])
        // The negation must precede the verb: "don't cancel the timer", but not "cancel the timer, I don't like it".
        if isNegated, self.isNegated(before) { return .refused }
        if isKeeping { return .unsaid }
        if phrases(.refusing).lengthAtEnd(of: behind) > 0 { return .refused }
        guard !isTold(words), !wonders(words), phrases(.retracting).place(in: Array(behind)) == nil else {
            return .unsaid
        }
        return isOrder(behind: before, about: behind) ? .said : .unsaid
    }

    /// True if the words order the removal of what was named before: "I've bought the soap, take it off the list".
    package func ordersItsRemoval(_ words: [String]) -> Bool {
        !isNegated(words)
            && orders(.removing, in: words).contains { phrases(.pointing).length(at: words[$0.upperBound...]) > 0 }
    }

    /// The ranges of verbs in this role, without those used as nouns, as in "the end of the timer".
    private func orders(_ verbs: DialogueRole, in words: [String]) -> [Range<Int>] {
        phrases(verbs).places(in: words).filter { phrases(.nominal).length(at: words[$0.upperBound...]) == 0 }
    }

    /// The part of a request before a phrase that only says when or where: "turn off the lamp" in "turn off the lamp
    /// before the alarm". If the request opens with such a phrase, the part from the first verb of removing or powering
    /// on. Nil without such a phrase, or without such a verb after it.
    package func besideCircumstance(_ words: [String]) -> Range<Int>? {
        let place = words.indices.first { place in
            let length = phrases(.circumstance).length(at: words[place...])
            return length > 0 && phrases(.naming).length(at: words[(place + length)...]) > 0
        }
        guard let place else { return nil }
        if place > 0 { return 0..<place }
        let verbs = [DialogueRole.removing, .powering].compactMap { orders($0, in: words).first?.lowerBound }
        return verbs.min().map { $0..<words.count }
    }

    /// True if the user reports an event: "grandma's timer broke after ten minutes".
    /// - Parameter isName: Whether a word may be a person's name.
    package func isNarrated(_ words: [String], isName: (String) -> Bool) -> Bool {
        var rest = withoutFraming(withoutHedges(words))
        if phrases(.situating).length(at: rest) > 0 {
            let subject = rest.indices.first { place in
                [DialogueRole.naming, .person].contains { phrases($0).length(at: rest[place...]) > 0 }
            }
            rest = rest[(subject ?? rest.endIndex)...]
        }
        let person = phrases(.person).length(at: rest)
        let subject = person > 0 ? person : rest.first.map(isName) == true ? 1 : 0
        let behind = rest.dropFirst(subject)
        func begins(_ role: DialogueRole) -> Bool { phrases(role).length(at: behind) > 0 }
        if subject > 0, begins(.narrating) || begins(.recounting) { return true }
        if person > 0, begins(.undated) { return true }
        guard person > 0 || phrases(.naming).length(at: rest) > 0 else { return false }
        return phrases(.narrating).place(in: Array(behind)) != nil
    }

    /// True if a few words only resemble an order to lock or to turn off, and are none of those that stand by themselves:
    /// "locked" and "restart that" are about something else. The words name no screen and no computer.
    package func isVagueOrder(_ words: [String]) -> Bool {
        var rest = withoutHedges(words)
        while let last = rest.last, rest.count > 1, phrases(.hedge).length(at: [last]) > 0 { rest = rest.dropLast() }
        return rest.count <= Self.fewWords && phrases(.commanding).length(at: rest) < rest.count
    }

    /// The number of words up to which an order is so short that each counts.
    private static let fewWords = 3

    /// True if the words order a change to something that exists: "postpone the alarm" sets no new one.
    package func ordersChange(_ words: [String]) -> Bool {
        phrases(.changing).length(at: withoutFraming(withoutHedges(words))) > 0
    }

    /// True for an order phrased as a polite question: "could you cancel the alarm?"
    package func entreats(_ words: [String]) -> Bool {
        phrases(.entreating).length(at: withoutHedges(words)) > 0
    }

    /// True if a verb orders something: it comes first, after words that open requests or reject something ("I don't
    /// need it, cancel it"), or after the thing itself ("the pasta timer, cancel it").
    private func isOrder(behind before: [String], about rest: ArraySlice<String>) -> Bool {
        let before = withoutFraming(before[...])
        if before.isEmpty { return true }
        if phrases(.disclaiming).length(at: before) > 0 { return true }
        return phrases(.naming).length(at: before) > 0 && phrases(.pointing).length(at: rest) > 0
    }

    /// Whether the words call something unwanted: "I don't need the timer anymore", "not on friday".
    private func disclaims(_ words: [String]) -> DeedWording {
        guard let first = phrases(.disclaiming).places(in: words).first, !wonders(words), !isKeeping(words) else {
            return .unsaid
        }
        // "No need to cancel it" and "I don't want to cancel it" mean the opposite.
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

    /// The words without hedges and without those that may stand before an order: "pick me up" in "so could you pick me up".
    package func withoutOpening(_ words: [String]) -> ArraySlice<String> { withoutFraming(withoutHedges(words)) }

    /// True if the sentence opens like one that asks for nothing: "could a thief", "what does", "maybe I'll".
    package func wonders(_ words: [String]) -> Bool {
        let role = phrases(.wondering)
        return role.places(in: Array(withoutHedges(words))).first?.lowerBound == 0
            || role.places(in: words).first?.lowerBound == 0
    }

    /// True if the words open a question or a report about an action instead of ordering it: "who shut down the
    /// computer".
    package func isTold(_ words: [String]) -> Bool {
        guard let opening = withoutHedges(words).first else { return false }
        return phrases(.telling).length(at: [opening]) > 0
    }

    /// True if the words begin with a thing: "the computer shut down".
    package func beginsWithThing(_ words: [String]) -> Bool { phrases(.naming).length(at: withoutHedges(words)) > 0 }
}
