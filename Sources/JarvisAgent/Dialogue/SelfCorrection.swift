// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that correct themselves: "set a timer for ten minutes, no, fifteen". Pure.

import JarvisCore
import JarvisUnderstanding

/// Finds corrections within a request.
enum SelfCorrection {
    private static let wordLimit = 30
    /// The intent that puts something on a list, and its slot for that.
    private static let listAddition = "list.add"
    private static let listThings = "items"
    /// The maximum number of words of the value before the correction.
    private static let valueLimit = 5
    /// Words that can't be the end of a request.
    private static let unfinished: Set<String> = [
        "to", "at", "for", "in", "on", "say", "that", "about", "and", "a", "the",
    ]

    /// The corrected request; nil if the utterance doesn't correct itself.
    static func reading(
        of utterance: Utterance, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        let lexicon = understanding.pack.lexicon
        guard utterance.words.count <= wordLimit else { return nil }
        if let corrected = exchanged(in: utterance, understanding, applications) { return corrected }
        for place in utterance.words.indices.dropFirst(2) {
            guard lexicon.phrases(.correction).length(at: utterance.words[place...]) > 0,
                !unfinished.contains(utterance.words[place - 1])
            else { continue }
            if let corrected = renamed(from: place, in: utterance, understanding, applications) { return corrected }
            let rest = FollowUpPhrase(utterance.part(place..<utterance.words.count), lexicon: lexicon).rest
            var end = place
            while end > 1, case let hedge = lexicon.phrases(.hedge).lengthAtEnd(of: utterance.words[end - 1..<end]),
                hedge > 0
            {
                end -= hedge
            }
            guard isValue(rest.words), endsWithValue(utterance.words[..<end]),
                case .certain(let first) = understanding.read(
                    Utterance(utterance.part(0..<end).plain), applications: applications)
            else { continue }
            let followUps = FollowUpReader(
                understanding: understanding, last: LastTurn(first, at: Timestamp(millisecondsSinceEpoch: 0)),
                applications: applications)
            if case .revised(let reading, replaces: true)? = followUps.correction(
                utterance.part(place..<utterance.words.count))
            {
                return reading
            }
        }
        return nil
    }

    /// The request with one value in place of another: "on monday, I mean tuesday", "not today but tomorrow". What stands
    /// behind the second value stays: "at six, sorry, seven, to call mum".
    private static func exchanged(
        in utterance: Utterance, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        let lexicon = understanding.pack.lexicon
        let words = utterance.words
        // Most requests correct nothing, and values take time to find.
        guard words.contains("not") || lexicon.phrases(.correction).place(in: words, from: 2) != nil else { return nil }
        let entries = ValueChart(words).entries
        for (wrong, right) in zip(entries, entries.dropFirst()) {
            let between = words[wrong.range.upperBound..<right.range.lowerBound]
            var start = wrong.range.lowerBound
            if between == ["but"], start > 0, words[start - 1] == "not" {
                start -= 1
            } else if !isCorrection(between, lexicon) || !isSameKind(wrong, right) {
                continue
            }
            guard start > 0 else { continue }
            let text = utterance.spelled(0..<start) + " " + utterance.spelled(right.range.lowerBound..<words.count)
            guard case .certain(let reading) = understanding.read(Utterance(text), applications: applications) else {
                continue
            }
            return reading
        }
        return nil
    }

    /// True if the words are corrections and hedges alone: "er no", "no wait".
    private static func isCorrection(_ words: ArraySlice<String>, _ lexicon: Lexicon) -> Bool {
        var rest = words
        var corrects = false
        while !rest.isEmpty {
            let correction = lexicon.phrases(.correction).length(at: rest)
            let length = max(correction, lexicon.phrases(.hedge).length(at: rest))
            guard length > 0 else { return false }
            if correction > 0 { corrects = true }
            rest = rest.dropFirst(length)
        }
        return corrects
    }

    private static func isSameKind(_ one: ValueChart.Entry, _ other: ValueChart.Entry) -> Bool {
        one.readings.contains { first in
            other.readings.contains { second in
                switch (first.value, second.value) {
                case (.moment, .moment), (.duration, .duration), (.quantity, .quantity), (.number, .number),
                    (.recurrence, .recurrence):
                    true
                default: false
                }
            }
        }
    }

    /// The request with another thing for a list: "add milk to the list, no, oat milk", "add tomatoes, sorry, potatoes to
    /// the list".
    private static func renamed(
        from place: Int, in utterance: Utterance, _ understanding: Understanding, _ applications: ApplicationIndex
    ) -> Reading? {
        let words = utterance.words
        let lexicon = understanding.pack.lexicon
        let length = lexicon.phrases(.correction).length(at: words[place...])
        let rest = utterance.part(place + length..<words.count)
        func added(_ text: String) -> Reading? {
            guard case .certain(let reading) = understanding.read(Utterance(text), applications: applications),
                reading.intent == listAddition
            else { return nil }
            return reading
        }
        if var reading = added(utterance.spelled(0..<place)), case .text(let before)? = reading.slots[listThings],
            (1...3).contains(rest.words.count), rest.words.allSatisfy({ !lexicon.isLight($0) }), !isValue(rest.words),
            // "No rush" names nothing to buy.
            length > 1 || rest.words.last == Utterance(before).words.last
        {
            reading.slots[listThings] = .text(rest.plain)
            return reading
        }
        guard length > 1 || utterance.endsClause(place - 1), !rest.words.isEmpty else { return nil }
        return added(utterance.spelled(0..<place - 1) + " " + rest.spelled(0..<rest.words.count))
    }

    private static func isValue(_ words: [String]) -> Bool {
        WhenPhrase.moment(of: words) != nil || NumberWords.value(of: words) != nil
            || SchedulePhrase.schedule(of: words) != nil
    }

    private static func endsWithValue(_ words: ArraySlice<String>) -> Bool {
        (1...valueLimit).contains { $0 < words.count && isValue(Array(words.suffix($0))) }
    }
}
