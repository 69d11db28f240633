// SPDX-License-Identifier: GPL-3.0-or-later
// Exchanges similar-sounding numbers in a transcript: "It's 40 + 30" for "It's 14 + 30." Pure.

import JarvisSpokenText

extension WrittenForms {
    /// The transcript with its numbers replaced by those of the phrase, without the final mark. Nil if it lacks such
    /// numbers, or differs in other words as well. Writing both alike lets the model compare the numbers alone.
    static func exchanged(_ words: [String], in heard: String) -> String? {
        let spoken = SpokenWords.words(of: heard)
        guard ConfusableNumbers.differOnlyInThem(words, spoken), !ConfusableNumbers.exchanges(in: words).isEmpty else {
            return nil
        }
        var place = 0
        var tokens: [String] = []
        for token in heard.split(separator: " ") {
            let count = SpokenWords.words(of: String(token)).count
            guard place + count <= words.count else { return nil }
            let said = Array(words[place..<(place + count)])
            guard let written = Self.token(String(token), saying: said) else { return nil }
            tokens.append(written)
            place += count
        }
        guard place == words.count else { return nil }
        return tokens.joined(separator: " ").trimmingEnd
    }

    /// A written token with its numbers changed so that it reads as `words`; nil if there is no such change.
    private static func token(_ token: String, saying words: [String]) -> String? {
        if SpokenWords.words(of: token) == words { return token }
        if token.contains(where: \.isNumber) {
            return withOtherFigures(token).first { SpokenWords.words(of: $0) == words }
        }
        let mark = token.last.flatMap { ".,?!:;".contains($0) ? String($0) : nil } ?? ""
        return words.joined(separator: " ") + mark
    }

    /// Variants of the token with its two-digit numbers exchanged, in all combinations: 15 and 50, 115 and 150.
    private static func withOtherFigures(_ token: String) -> [String] {
        var texts = [""]
        var rest = token[...]
        while let first = rest.first {
            let isNumber = first.isWholeNumber
            let run = rest.prefix { $0.isWholeNumber == isNumber }
            rest = rest[run.endIndex...]
            let choices = [String(run)] + (isNumber ? otherFigures(run).map { [$0] } ?? [] : [])
            texts = texts.flatMap { text in choices.map { text + $0 } }
        }
        return texts
    }

    private static func otherFigures(_ figures: Substring) -> String? {
        guard figures.count >= 2, let ending = Int(figures.suffix(2)) else { return nil }
        let start = figures.dropLast(2)
        if (13...19).contains(ending) { return "\(start)\(ending % 10)0" }
        return ending >= 30 && ending % 10 == 0 ? "\(start)1\(ending / 10)" : nil
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self
        while let last = text.last, ".,?!:;".contains(last) { text.removeLast() }
        return text
    }
}
