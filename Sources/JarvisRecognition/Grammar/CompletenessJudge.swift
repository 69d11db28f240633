// SPDX-License-Identifier: GPL-3.0-or-later
// Judges by its words how complete an utterance is. Pure. A whole command can end the utterance soon; a command without
// its object waits longer.

public import JarvisCore

/// Judges partial transcripts of any recognizer.
public struct CompletenessJudge: Sendable {
    package let reader: CommandReader

    public init(reader: CommandReader) {
        self.reader = reader
    }

    /// How complete `text` is:
    ///
    /// - Complete: a whole command to which nothing significant can be added.
    /// - Extensible: it has its value, and may get another or more of it.
    /// - Amendable: it may get its first value, or its pattern has an ending of several words with alternatives.
    /// - Unfinished: a pattern stops midway; or the last word can't be last; or digits are read out one by one, which
    ///   people do in groups; or free text ends in a comma. (A full stop means nothing, since recognizers add one at
    ///   every cut.)
    /// - Unknown: anything else, including a command that may still take any words, such as "take a note".
    public func completeness(of text: String) -> UtteranceCompleteness {
        let words = Self.words(of: text)
        guard !words.isEmpty else { return .unknown }
        let command = Self.withoutAddress(words)
        // Only the assistant's name or "could you" was said, so the command is still to come.
        if command.isEmpty { return .unfinished }
        let core = Self.withoutThanks(command)
        let readings = (core.count < command.count && !core.isEmpty ? [command, core] : [command]).map(reader.read)
        if let whole = readings.first(where: \.isWhole) {
            if Self.endsInDigits(words) { return .unfinished }
            if whole.mayTakeText { return .unknown }
            if whole.mayTakeValue && !whole.hasValue { return .amendable }
            if whole.mayTakeValue || whole.mayExtendValue { return .extensible }
            return whole.mayTakeEnding ? .amendable : .complete
        }
        if Self.endsOpen(words) || Self.endsInComma(text) || Self.endsInDigits(words) { return .unfinished }
        // Free text has no definite end.
        if readings.contains(where: \.isWholeText) { return .unknown }
        return readings.contains(where: \.isBeginning) ? .unfinished : .unknown
    }

    /// The words in lower case, without punctuation; digits stay as they are.
    static func words(of text: String) -> [String] {
        text.lowercased().split { $0.isWhitespace || ";!?\"".contains($0) }.compactMap { word in
            let plain = word.drop { ".,:…".contains($0) }
            let end = plain.lastIndex { !".,:…".contains($0) }
            return end.map { String(plain[...$0]).replacingApostrophe }
        }
    }

    /// The words after the assistant's name and a polite phrase.
    static func withoutAddress(_ words: [String]) -> [String] {
        var rest = words[...]
        if rest.count > 1, ["hey", "ok", "okay"].contains(rest[rest.startIndex]), rest.dropFirst().first == "jarvis" {
            rest = rest.dropFirst()
        }
        if rest.first == "jarvis" { rest = rest.dropFirst() }
        if let first = rest.first, ["can", "could", "would", "will"].contains(first), rest.dropFirst().first == "you" {
            rest = rest.dropFirst(2)
        }
        if rest.first == "please" { rest = rest.dropFirst() }
        return Array(rest)
    }

    private static func withoutThanks(_ words: [String]) -> [String] {
        var rest = words[...]
        for ending in [["jarvis"], ["thanks"], ["thank", "you"], ["for", "me"], ["please"]]
        where rest.suffix(ending.count).elementsEqual(ending) {
            rest = rest.dropLast(ending.count)
        }
        if rest.last == "please" { rest = rest.dropLast() }
        return Array(rest)
    }

    /// True if the text ends in a comma: the recognizer expects the sentence to continue.
    private static func endsInComma(_ text: String) -> Bool {
        text.last { !$0.isWhitespace }.map { ",;:–—-".contains($0) } ?? false
    }

    /// True if another word has to follow the last one.
    package static func endsOpen(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        if openWords.contains(last) { return true }
        // Accept this even if a number was misheard, so that the words don't begin any command.
        if operators.contains(last), calculations.contains(words[0]), words.count > 2 { return true }
        // "Where do you come from" is a complete question.
        return prepositions.contains(last) && !questionWords.contains(words[0]) && words.count > 1
    }

    /// True if the last three words are single digits, as in a phone or card number that is read out in groups.
    private static func endsInDigits(_ words: [String]) -> Bool {
        words.count >= 3
            && words.suffix(3).allSatisfy { digits.contains($0) || $0.count == 1 && $0.allSatisfy(\.isNumber) }
    }

    private static let digits: Set<String> = [
        "zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ]

    /// Conjunctions, articles, possessives and hesitations.
    private static let openWords: Set<String> = [
        "and", "or", "but", "because", "if", "unless", "while", "whether", "the", "a", "an", "my", "your", "our",
        "their",
        "um", "uh", "er", "uhm",
    ]
    private static let prepositions: Set<String> = [
        "to", "of", "for", "with", "from", "into", "at", "by", "than", "between", "about", "until", "till", "during",
    ]
    private static let operators: Set<String> = ["plus", "minus", "times", "divided", "multiplied"]
    private static let calculations: Set<String> = ["what", "what's", "how", "calculate"]
    private static let questionWords: Set<String> = ["what", "where", "who", "which", "when", "how", "what's", "who's"]
}

extension String {
    fileprivate var replacingApostrophe: String { String(map { $0 == "’" ? "'" : $0 }) }
}
