// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases of some words each, found at the beginning, at the end or anywhere in what was said.

/// What a phrase does in a dialogue, as the lexicon of a language tells it.
package enum DialogueRole: String, Hashable, Sendable, CaseIterable {
    /// Opens what is said instead of something: "no, I meant".
    case correction
    /// Ends it: "instead".
    case ending
    /// Opens what is asked besides: "and what about".
    case addition
    /// Asks for the same once more: "another one".
    case again
    /// Asks for a different one of the same: "not that one".
    case other
    /// Stands for what was just spoken of: "it".
    case pointing
    /// Says nothing, before a value or behind it: "oh about", "or so".
    case hedge, tail
    /// Opens a yes with more words behind it, and a no.
    case agreeing, refusing
    /// Makes a yes another thing: "yes, but".
    case conditional
    /// Takes a request back that has just been begun: "oh never mind".
    case withdrawal
    /// Turns a request into its contrary: "you need not".
    case negated
    /// The assistant's name.
    case calling
    /// Opens a question or a request: "what is", "could you".
    case requesting
    /// Stands before "alarm" and the like without being a name: "cancel", "my", "tomorrow".
    case unnamed
    /// Has a negation in it and is a request all the same: "don't forget".
    case unnegated
    /// Orders something to be taken away: "cancel", "turn … off", where "…" stands for any words.
    case removing
    /// Says that something is not wanted: "don't need", "want … cancelled".
    case disclaiming
    /// May stand before an order: "could you", "jarvis".
    case framing
    /// Opens a sentence that orders nothing: "could a thief", "what does".
    case wondering
    /// Behind an order, makes it none: "just kidding", "if".
    case retracting
    /// Asks for the screen, the session or the computer to be locked, put to sleep or ended.
    case powering
    /// Allows a service on the internet, or forbids it.
    case consenting
    /// Names a thing: what begins with one tells of it rather than asking for something.
    case naming
    /// Asks for something to stay: "keep".
    case keeping
    /// Opens what the user tells of or wonders about: "i woke up at seven" sets no alarm.
    case past
    /// Opens what says how something is: "my phone has an alarm". "…" stands for any words.
    case stating
    /// Opens what asks or tells about the past instead of asking for something: "did", "who".
    case telling
}

/// A set of phrases.
package struct PhraseSet: Hashable, Sendable {
    /// By their first word, longest first.
    private var byFirstWord: [String: [[String]]] = [:]

    package init() {}

    mutating func insert(_ phrase: [String]) {
        guard let first = phrase.first else { return }
        byFirstWord[first, default: []].append(phrase)
        byFirstWord[first]?.sort { $0.count > $1.count }
    }

    /// How many words the longest phrase has that `words` begin with; 0 when there is none.
    package func length(at words: ArraySlice<String>) -> Int {
        guard let first = words.first else { return 0 }
        return byFirstWord[first]?.first { words.starts(with: $0) }?.count ?? 0
    }

    /// How many words the longest phrase has that `words` end with; 0 when there is none.
    package func lengthAtEnd(of words: ArraySlice<String>) -> Int {
        for start in words.indices where length(at: words[start...]) == words.endIndex - start {
            return words.endIndex - start
        }
        return 0
    }

    /// All places at which one of the phrases stands, in their order. "…" in a phrase stands for any words; each part of it
    /// has its own place then.
    package func places(in words: [String]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < words.count {
            let parts = byFirstWord[words[start]]?.lazy.compactMap { Self.places(of: $0, in: words, from: start) }.first
            found += parts ?? []
            start = parts?.first?.upperBound ?? start + 1
        }
        return found.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The places of a phrase's parts, of which the first stands at `start`; nil where one is missing.
    private static func places(of phrase: [String], in words: [String], from start: Int) -> [Range<Int>]? {
        var found: [Range<Int>] = []
        for part in phrase.split(separator: "…") {
            let earliest = found.last?.upperBound ?? start
            let latest = found.isEmpty ? start : words.count - part.count
            guard earliest <= latest,
                let place = (earliest...latest).first(where: { words[$0...].starts(with: part) })
            else { return nil }
            found.append(place..<place + part.count)
        }
        return found
    }

    /// True when `words` are one of the phrases.
    package func isWhole(_ words: [String]) -> Bool { !words.isEmpty && length(at: words[...]) == words.count }

    /// The first place, from `start` on, at which one of the phrases stands.
    package func place(in words: [String], from start: Int = 0) -> Range<Int>? {
        for place in words.indices.dropFirst(start) {
            let length = length(at: words[place...])
            if length > 0 { return place..<place + length }
        }
        return nil
    }

    /// True when `words` are nothing but such phrases, one after another.
    package func covers(_ words: ArraySlice<String>) -> Bool {
        guard let first = words.first else { return false }
        return (byFirstWord[first] ?? []).contains { phrase in
            words.starts(with: phrase) && (phrase.count == words.count || covers(words.dropFirst(phrase.count)))
        }
    }
}
