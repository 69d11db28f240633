// SPDX-License-Identifier: GPL-3.0-or-later
// The exact wordings of intents for which nothing that is merely like them counts, such as saying that one wants to die.
// Read from a file of the language; pure.

import JarvisCore

/// Finds what somebody says of themselves in exactly these words: never a question, a quotation, or a part of something longer.
package struct ExactWordings: Sendable {
    /// Longer ones tell a story.
    private static let wordLimit = 40

    /// The intent by the words of a statement, without those that change nothing.
    private var statements: [String: String] = [:]
    /// What may be said beside a statement.
    private var companions: Set<String> = []
    /// Words that change nothing.
    private var ignored: Set<String> = []
    /// A word and what is compared in its place.
    private var spellings: [String: [String]] = [:]
    private var longest = 0
    /// Lines that cannot be read; a test keeps this empty.
    private(set) var faults: [String] = []

    /// Reads wordings: `= intent` begins an intent, every other line is a statement in the notation of skills' patterns; one
    /// that begins with `+` may stand beside a statement. `ignore: really just` names words that change nothing, and
    /// `spell: don't = do not` what a word is compared as. `#` begins a comment.
    package init(reading text: String) {
        var intent = ""
        for line in text.split(separator: "\n") {
            let content = String(line.prefix { $0 != "#" }).trimmed
            if content.isEmpty { continue }
            if content.hasPrefix("ignore:") {
                ignored.formUnion(content.dropFirst(7).split(separator: " ").map(String.init))
            } else if content.hasPrefix("spell:") {
                let sides = content.dropFirst(6).split(separator: "=").map { $0.split(separator: " ").map(String.init) }
                guard sides.count == 2, sides[0].count == 1 else {
                    faults.append(content)
                    continue
                }
                spellings[sides[0][0]] = sides[1]
            } else if content.hasPrefix("=") {
                intent = String(content.dropFirst()).trimmed
            } else {
                read(content, intent)
            }
        }
    }

    private mutating func read(_ content: String, _ intent: String) {
        let isCompanion = content.hasPrefix("+")
        let source = isCompanion ? String(content.dropFirst()).trimmed : content
        guard let pattern = try? UtterancePattern(source), let sentences = Self.sentences(of: pattern.root),
            isCompanion || !intent.isEmpty
        else { return faults.append(content) }
        for sentence in sentences {
            let words = plain(Utterance.allWords(of: sentence))
            guard !words.isEmpty else { continue }
            longest = max(longest, words.count)
            let key = words.joined(separator: " ")
            if isCompanion { companions.insert(key) } else { statements[key] = intent }
        }
    }

    /// The intent of what was said; nil where anything else is said as well.
    package func intent(saidBy utterance: Utterance) -> String? {
        guard !statements.isEmpty, !Self.isQuoted(utterance.text) else { return nil }
        var found: String?
        var count = 0
        for (sentence, isQuestion) in Self.sentences(in: utterance.text) {
            let words = plain(Utterance.allWords(of: String(sentence)))
            count += words.count
            guard count <= Self.wordLimit else { return nil }
            guard !words.isEmpty else { continue }
            guard let intent = intent(of: words[...], isQuestion: isQuestion) else { return nil }
            found = intent ?? found
        }
        return found
    }

    /// Covers the words from the left with statements and companions.
    /// - Returns: nil where that leaves some over; the intent, or no intent where all of them are companions.
    private func intent(of words: ArraySlice<String>, isQuestion: Bool) -> String?? {
        guard let first = words.first else { return .some(nil) }
        let joints: Set = ["and", "because", "cause", "but", "so"]
        if joints.contains(first), words.count > 1,
            let rest = intent(of: words.dropFirst(), isQuestion: isQuestion)
        {
            return rest
        }
        for length in stride(from: min(words.count, longest), to: 0, by: -1) {
            let key = words.prefix(length).joined(separator: " ")
            let intent = isQuestion ? nil : statements[key]
            guard intent != nil || companions.contains(key),
                let rest = self.intent(of: words.dropFirst(length), isQuestion: isQuestion)
            else { continue }
            return .some(intent ?? rest)
        }
        return nil
    }

    private func plain(_ words: [String]) -> [String] {
        words.flatMap { spellings[$0] ?? [$0] }.filter { !ignored.contains($0) }
    }

    private static func isQuoted(_ text: String) -> Bool {
        if text.contains(where: { "\"“”„«»‘".contains($0) }) { return true }
        return text.split(whereSeparator: \.isWhitespace).contains { $0.first == "'" }
    }

    /// What stands between marks, and whether it is asked.
    private static func sentences(in text: String) -> [(Substring, isQuestion: Bool)] {
        var sentences: [(Substring, isQuestion: Bool)] = []
        var rest = text[...]
        while !rest.isEmpty {
            let sentence = rest.prefix { !",.;!?…\n".contains($0) }
            rest = rest.dropFirst(sentence.count)
            let marks = rest.prefix { ",.;!?…\n".contains($0) }
            rest = rest.dropFirst(marks.count)
            sentences.append((sentence, marks.contains("?")))
        }
        return sentences
    }

    /// All sentences of a pattern without blanks; nil where it has some.
    private static func sentences(of element: PatternElement) -> [String]? {
        switch element {
        case .word(let word): [word]
        case .slot: nil
        case .optional(let part): sentences(of: part).map { [""] + $0 }
        case .oneOf(let choices):
            choices.reduce(into: .some([])) { all, choice in
                all = all.flatMap { all in sentences(of: choice).map { all + $0 } }
            }
        case .sequence(let parts):
            parts.reduce(into: .some([""])) { starts, part in
                starts = starts.flatMap { starts in
                    sentences(of: part).map { ends in
                        starts.flatMap { start in ends.map { start.isEmpty ? $0 : start + " " + $0 } }
                    }
                }
            }
        }
    }
}
