// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of phrases, each with a role in the dialogue, to find at the beginning, at the end or anywhere in an utterance.

/// What a phrase does in a dialogue. The raw values are the keys in the lexicon of a language.
package enum DialogueRole: String, Hashable, Sendable, CaseIterable {
    /// Opens a correction: "no, I meant".
    case correction
    /// Ends a correction: "instead".
    case ending
    /// Opens an additional request: "and what about".
    case addition
    /// Repeats the last request: "another one".
    case again
    /// Asks for a different result of the same kind: "not that one".
    case other
    /// Refers to what was just mentioned: "it".
    case pointing
    /// Filler before a value ("oh about") or after it ("or so").
    case hedge, tail
    /// Opens a yes or a no that more words may follow.
    case agreeing, refusing
    /// Takes back or limits a yes: "yes, but".
    case conditional
    /// Cancels a request before it is finished: "oh never mind".
    case withdrawal
    /// Negates a request: "no timer should".
    case negated
    /// The assistant's name.
    case calling
    /// Opens a question or an order: "what is", "could you".
    case requesting
    /// Precedes "alarm" and the like without naming it: "cancel", "my", "tomorrow".
    case unnamed
    /// Contains a negation but is still a request: "don't forget".
    case unnegated
    /// Orders a removal: "cancel", "turn … off". "…" stands for any words.
    case removing
    /// Says that something is unwanted: "don't need", "want … cancelled".
    case disclaiming
    /// May precede an order: "could you", "jarvis".
    case framing
    /// Opens a sentence that is not an order: "could a thief", "what does".
    case wondering
    /// After an order, takes it back or puts it off: "just kidding", "if".
    case retracting
    /// Orders the screen locked, the session ended, or the computer put to sleep or shut down.
    case powering
    /// Orders that by itself, without naming a screen or a computer: "lock", but not "lock that" or "locked".
    case commanding
    /// Allows or forbids a service on the internet.
    case consenting
    /// Opens a noun phrase: "the", "my". A sentence that opens with one is usually a statement.
    case naming
    /// Asks for something to stay as it is: "keep".
    case keeping
    /// Opens a report or a question about the past: "i woke up at seven" sets no alarm.
    case past
    /// After a verb form, makes it a noun: "of" in "the end of the timer".
    case nominal
    /// Opens a phrase that only says when or where: "before the alarm".
    case circumstance
    /// Orders a change to something that exists: "postpone".
    case changing
    /// Opens an order phrased as a question: "could you".
    case entreating
    /// The person a story is about: "grandma".
    case person
    /// Verbs of a story. `narrating` counts after a person, a name or a thing ("broke"), `recounting` only after a
    /// person or a name ("added"), `undated` only after a person, because the form is an order too ("put").
    case narrating, recounting, undated
    /// Opens a report with a time or a place: "yesterday".
    case situating
    /// Opens a description of how something is: "my phone has an alarm". "…" stands for any words.
    case stating
    /// Opens a question or a report that asks for no action: "did", "who".
    case telling
    /// Changes the meaning of a request if nothing else has used it: "except", "less", "instead of".
    case turning
    /// Names what a timer or an alarm does or is: "timer", "wake", "ring".
    case timing
    /// What is acted on, or its first word, behind a verb: "me", "the".
    case acted
    /// Before a place, says that somebody is there: "i am" in "whisper, i am in the library".
    case being
    /// Before a value, says that it is not meant: "except", "but not".
    case excluding
    /// Before a clause, says when the request doesn't hold: "unless", "only if".
    case limiting
    /// Says in pictures what would be an emergency if it were meant: "drowning in".
    case figurative
    /// Takes such a picture literally: "drowning in the lake".
    case literal
    /// Begins what is only told: "let me tell you".
    case aside
    /// Reads as a number but rarely counts anything: "one", "second".
    case uncounted
}

/// A set of phrases, indexed for prefix search.
package struct PhraseSet: Hashable, Sendable {
    /// Phrases by their first word, longest first.
    private var byFirstWord: [String: [[String]]] = [:]

    package init() {}

    mutating func insert(_ phrase: [String]) {
        guard let first = phrase.first else { return }
        byFirstWord[first, default: []].append(phrase)
        byFirstWord[first]?.sort { $0.count > $1.count }
    }

    /// The word count of the longest phrase that `words` begin with; 0 if none.
    package func length(at words: ArraySlice<String>) -> Int {
        guard let first = words.first else { return 0 }
        return byFirstWord[first]?.first { words.starts(with: $0) }?.count ?? 0
    }

    /// The word count of the longest phrase that `words` end with; 0 if none.
    package func lengthAtEnd(of words: ArraySlice<String>) -> Int {
        for start in words.indices where length(at: words[start...]) == words.endIndex - start {
            return words.endIndex - start
        }
        return 0
    }

    /// All places where a phrase occurs, in order. "…" in a phrase stands for any words; each part around it then gets
    /// its own range.
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

    /// The ranges of a phrase's parts, the first of them at `start`; nil if a part is missing.
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

    /// True if `words` are exactly one of the phrases.
    package func isWhole(_ words: [String]) -> Bool { !words.isEmpty && length(at: words[...]) == words.count }

    /// The first occurrence of a phrase at or after `start`; nil if none.
    package func place(in words: [String], from start: Int = 0) -> Range<Int>? {
        for place in words.indices.dropFirst(start) {
            let length = length(at: words[place...])
            if length > 0 { return place..<place + length }
        }
        return nil
    }

    /// True if `words` consist of phrases alone, one after another.
    package func covers(_ words: ArraySlice<String>) -> Bool {
        guard let first = words.first else { return false }
        return (byFirstWord[first] ?? []).contains { phrase in
            words.starts(with: phrase) && (phrase.count == words.count || covers(words.dropFirst(phrase.count)))
        }
    }
}
