// SPDX-License-Identifier: GPL-3.0-or-later
// How finished an utterance is by its words. Pure. A whole command ends soon; one that lacks its object waits longer.

public import JarvisCore

/// Judges partial transcripts, of this recognizer or another.
public struct CompletenessJudge: Sendable {
    package let reader: CommandReader

    public init(reader: CommandReader) {
        self.reader = reader
    }

    /// How finished `text` is.
    ///
    /// Complete: a whole command to which nothing of weight can be added. Extensible: it has its value, and may get
    /// another one or more of it. Amendable: it may get its first value, or its pattern has an ending of several words to
    /// choose from. Unfinished: a pattern stops in its midst, the words end in one that cannot stand last or in digits read
    /// out one by one, which come in groups, or free text ends in a comma. (A full stop says nothing: recognizers close
    /// every cut with one.) Anything else is unknown, also a command that may yet get any words: "take a note".
    public func completeness(of text: String) -> UtteranceCompleteness {
        let words = Self.words(of: text)
        guard !words.isEmpty else { return .unknown }
        let command = Self.withoutAddress(words)
        // The assistant's name or "could you" alone: the command comes yet.
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
        // Free text has no end of its own.
        if readings.contains(where: \.isWholeText) { return .unknown }
        return readings.contains(where: \.isBeginning) ? .unfinished : .unknown
    }

    /// Lower-case words without punctuation, figures as they are.
    static func words(of text: String) -> [String] {
        text.lowercased().split { $0.isWhitespace || ";!?\"".contains($0) }.compactMap { word in
            let plain = word.drop { ".,:…".contains($0) }
            let end = plain.lastIndex { !".,:…".contains($0) }
            return end.map { String(plain[...$0]).replacingApostrophe }
        }
    }

    private static func withoutAddress(_ words: [String]) -> [String] {
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

    /// True when the recognizer heard that the sentence goes on.
    private static func endsInComma(_ text: String) -> Bool {
        text.last { !$0.isWhitespace }.map { ",;:–—-".contains($0) } ?? false
    }

    /// True when the last word asks for another one.
    package static func endsOpen(_ words: [String]) -> Bool {
        guard let last = words.last else { return false }
        if openWords.contains(last) { return true }
        // Also where a number before it was misheard, so that the words are the beginning of nothing.
        if operators.contains(last), calculations.contains(words[0]), words.count > 2 { return true }
        // "Where do you come from" is a whole question.
        return prepositions.contains(last) && !questionWords.contains(words[0]) && words.count > 1
    }

    /// True when the last three words are single digits: a number of a telephone or a card, given in groups.
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
