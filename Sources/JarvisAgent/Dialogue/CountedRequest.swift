// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a request for several things of one kind into one request each: "set two timers for five and ten minutes", or
// "two timers, one for five minutes and one for ten". Pure.

import JarvisUnderstanding

/// Requests for several things of one kind.
enum CountedRequest {
    /// The nouns that can be counted, and their singular.
    private static let plurals = ["timers": "timer", "alarms": "alarm"]
    private static let prepositions: Set<String> = ["for", "at", "of", "to"]
    /// What may stand between the noun and its values.
    private static let fillers = [["one"], ["set"], ["to", "go", "off"], ["to", "ring"], ["to", "run"]]
    private static let most = 6

    /// One request for each thing; empty if there is only one, or if the values don't match the count.
    static func requests(in utterance: Utterance) -> [String] {
        let words = utterance.words
        guard let place = words.firstIndex(where: { plurals[$0] != nil || plurals.values.contains($0) }) else {
            return []
        }
        let isSingular = plurals[words[place]] == nil
        let noun = plurals[words[place]] ?? words[place]
        if place + 1 == words.count { return isSingular ? [] : alike(Array(words[..<place]), noun) }
        // "Alarms set for six and seven", "alarms to go off at six and seven"
        let behind = Array(words[(place + 1)...])
        let start = place + 1 + (fillers.first { behind.starts(with: $0) }?.count ?? 0)
        guard start + 1 < words.count, prepositions.contains(words[start]) else { return [] }
        let parts = parts(of: utterance, from: start + 1)
        var head = Array(words[..<place])
        var count: Int?
        if isSingular {
            // "An alarm at nine and ten" rings twice, "a timer for an hour and ten" once.
            guard
                parts.dropFirst().allSatisfy({ part in
                    part.first.map(prepositions.contains) == true || noun == "alarm" && TimePhrase.time(of: part) != nil
                }), parts.allSatisfy({ DurationPhrase.seconds(of: plain($0)) == nil || noun == "timer" })
            else { return [] }
            if let last = head.last, ["a", "an", "one"].contains(last) { head.removeLast() }
        } else if let last = head.last, let number = NumberWords.value(of: [last]) {
            guard let exact = Int(exactly: number), (2...most).contains(exact) else { return [] }
            count = exact
            head.removeLast()
        }
        guard (2...most).contains(parts.count), count ?? parts.count == parts.count,
            let values = values(parts)
        else { return [] }
        // "The timers" refers to existing ones.
        guard head.isDisjoint(with: ["the", "my", "all", "cancel", "delete", "remove", "stop"]) else { return [] }
        return values.map { (head + ["a", noun, words[start]] + $0).joined(separator: " ") }
    }

    /// "Set two ten minute timers"
    private static func alike(_ words: [String], _ noun: String) -> [String] {
        for place in words.indices {
            guard let number = NumberWords.value(of: [words[place]]), (2...Double(most)).contains(number) else {
                continue
            }
            let value = Array(words[(place + 1)...])
            guard !value.isEmpty, DurationPhrase.seconds(of: value) != nil else { continue }
            let request = (words[..<place] + ["a"] + value + [noun]).joined(separator: " ")
            return Array(repeating: request, count: Int(number))
        }
        return []
    }

    /// The parts between "and" and the commas.
    private static func parts(of utterance: Utterance, from start: Int) -> [[String]] {
        var parts: [[String]] = []
        var current: [String] = []
        for place in utterance.words.indices.dropFirst(start) {
            let word = utterance.words[place]
            if word != "and" { current.append(word) }
            if word == "and" || utterance.endsClause(place) {
                if !current.isEmpty { parts.append(current) }
                current = []
            }
        }
        return current.isEmpty ? parts : parts + [current]
    }

    /// The value of each part, as a time or a length. The words after the last number apply to all: "five and ten
    /// minutes".
    private static func values(_ parts: [[String]]) -> [[String]]? {
        guard var last = parts.last.map(plain), WhenPhrase.moment(of: last) != nil else { return nil }
        // "One for five minutes and one for eight"
        if NumberWords.value(of: last) != nil, let before = parts.dropLast().last.map(plain), let unit = before.last,
            DurationPhrase.seconds(of: before) != nil, DurationPhrase.seconds(of: last + [unit]) != nil
        {
            last.append(unit)
        }
        let lengths = (1...max(last.count, 1)).reversed()
        let number = lengths.first { length in
            let words = Array(last.prefix(length))
            return TimePhrase.time(of: words) != nil || NumberWords.value(of: words) != nil
        }
        let tail = number.map { Array(last.dropFirst($0)) } ?? []
        let half = halfOfDay(behind: last)
        var values: [[String]] = []
        for part in parts.dropLast() {
            let part = plain(part)
            let whole = part + tail
            if !half.isEmpty, TimePhrase.time(of: part)?.isAmbiguous == true, TimePhrase.time(of: part + half) != nil {
                values.append(part + half)
            } else if DurationPhrase.seconds(of: part) == nil, WhenPhrase.moment(of: whole) != nil {
                values.append(whole)
            } else if WhenPhrase.moment(of: part) != nil {
                values.append(part)
            } else {
                return nil
            }
        }
        return values + [last]
    }

    /// The words behind a time that say which half of the day it is in: "six and seven fifteen a m".
    private static func halfOfDay(behind words: [String]) -> [String] {
        guard TimePhrase.time(of: words)?.isAmbiguous == false else { return [] }
        let open = words.indices.reversed().first { TimePhrase.time(of: words.prefix($0))?.isAmbiguous == true }
        return open.map { Array(words.dropFirst($0)) } ?? []
    }

    /// The part without a leading "one for", "another for", "a second at" or "for". In "one in the morning", the one is
    /// an hour.
    private static func plain(_ part: [String]) -> [String] {
        let openings = [["one"], ["another"], ["other"], ["a", "second"], ["the", "other"]]
        let opening = openings.first { opening in
            part.starts(with: opening)
                && (opening != ["one"] || part.count > 1 && prepositions.contains(part[1]))
        }
        let rest = part.dropFirst(opening?.count ?? 0)
        return Array(rest.first.map(prepositions.contains) == true ? rest.dropFirst() : rest)
    }
}

extension [String] {
    fileprivate func isDisjoint(with words: Set<String>) -> Bool { allSatisfy { !words.contains($0) } }
}
