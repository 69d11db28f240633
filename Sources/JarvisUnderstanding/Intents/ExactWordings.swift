// SPDX-License-Identifier: GPL-3.0-or-later
// Matches statements that count only word for word, such as saying that one wants to die, and other sentences that
// are always whole. Read from files of the language. Pure.

import JarvisCore

/// Finds what people say about themselves in exactly these words, never in a question, in quotes or as part of a longer
/// text.
package struct ExactWordings: Sendable {
    /// The longest text considered, in words; longer ones tell a story.
    private static let wordLimit = 40

    /// One statement, or a sentence that may accompany statements. Its words are spelled as they are compared.
    private struct Wording {
        var root: PatternElement
        /// Nil for a companion.
        var intent: String?
    }

    /// The wordings that can begin with a word. They are matched as they are: written out, they would be thousands.
    private var wordings: [String: [Wording]] = [:]
    /// Words that don't change the meaning.
    private var ignored: Set<String> = []
    /// The words that each spelling, of one word or of several, is compared as.
    private var spellings: [String: [String]] = [:]
    private var phraseSpellings: [(from: [String], to: [String])] = []
    /// True if statements count with a question mark, too.
    private var admitsQuestions = false
    /// Words between two statements, and the subject that the second may omit.
    private var joints: Set<String> = []
    private var subject: String?
    /// Words that people leave out at the beginning of a statement: "(i am) thinking of".
    private var omissions: [[String]] = []
    /// Words that count even with one letter wrong, missing, added or swapped with the next.
    private var mistyped: [String] = []
    /// Parts of statements, keyed by name.
    private var parts: [String: PatternElement] = [:]
    /// Lines that can't be parsed. A test keeps this empty.
    private(set) var faults: [String] = []

    /// Parses wordings: `= intent` begins an intent, and every other line is a statement in the notation of skill
    /// patterns. A line that begins with `+` is a companion: it may accompany a statement. `ignore: really just` lists
    /// words that don't change the meaning, and `spell: my self = myself` compares one spelling as another.
    /// `let: name = (one|another)` names a part that the lines below write as `{name}`. `join: and but` lists words
    /// between statements, and `subject: i` the subject that a statement may omit after them. `typo: myself` lists words
    /// that count even with a typing error, `omit: i, i am` words that a statement may begin without, and `questions: yes`
    /// admits statements with a question mark. `#` begins a comment.
    package init(reading text: String) {
        var intent = ""
        for line in text.split(separator: "\n") {
            let content = String(line.prefix { $0 != "#" }).trimmed
            if content.isEmpty { continue }
            if content.hasPrefix("ignore:") {
                ignored.formUnion(content.dropFirst(7).split(separator: " ").map(String.init))
            } else if content.hasPrefix("spell:") {
                let sides = content.dropFirst(6).split(separator: "=").map { $0.split(separator: " ").map(String.init) }
                guard sides.count == 2, !sides[0].isEmpty else {
                    faults.append(content)
                    continue
                }
                if sides[0].count == 1 {
                    spellings[sides[0][0]] = sides[1]
                } else {
                    phraseSpellings.append((sides[0], sides[1]))
                }
            } else if content.hasPrefix("questions:") {
                admitsQuestions = true
            } else if content.hasPrefix("join:") {
                joints.formUnion(content.dropFirst(5).split(separator: " ").map(String.init))
            } else if content.hasPrefix("typo:") {
                mistyped += content.dropFirst(5).split(separator: " ").map(String.init)
            } else if content.hasPrefix("subject:") {
                subject = String(content.dropFirst(8)).trimmed
            } else if content.hasPrefix("omit:") {
                omissions += content.dropFirst(5).split(separator: ",").map {
                    $0.split(separator: " ").map(String.init)
                }
            } else if content.hasPrefix("let:") {
                let sides = content.dropFirst(4).split(separator: "=").map { String($0).trimmed }
                guard sides.count == 2, let part = pattern(sides[1]) else {
                    faults.append(content)
                    continue
                }
                parts[sides[0]] = part
            } else if content.hasPrefix("=") {
                intent = String(content.dropFirst()).trimmed
            } else {
                read(content, intent)
            }
        }
    }

    private mutating func read(_ content: String, _ intent: String) {
        let isCompanion = content.hasPrefix("+")
        guard let root = pattern(isCompanion ? String(content.dropFirst()).trimmed : content),
            isCompanion || !intent.isEmpty
        else { return faults.append(content) }
        for word in Self.beginnings(of: root).words {
            wordings[word, default: []].append(Wording(root: root, intent: isCompanion ? nil : intent))
        }
    }

    /// The pattern with its parts in place and its words spelled as they are compared; nil if it can't be parsed or has
    /// other slots.
    private func pattern(_ source: String) -> PatternElement? {
        // Parts are read as slots, which need a type.
        var marked = ""
        var rest = source[...]
        while let close = rest.firstIndex(of: "}") {
            marked += rest[..<close] + ":\(SlotType.text.rawValue)}"
            rest = rest[rest.index(after: close)...]
        }
        return (try? UtterancePattern(marked + rest)).flatMap { spelled($0.root) }
    }

    private func spelled(_ element: PatternElement) -> PatternElement? {
        switch element {
        case .word(let word): .sequence(plain([word]).map(PatternElement.word))
        case .slot(let name, _): parts[name]
        case .optional(let part): spelled(part).map(PatternElement.optional)
        case .oneOf(let choices): all(choices).map(PatternElement.oneOf)
        case .sequence(let members): all(members).map(PatternElement.sequence)
        }
    }

    private func all(_ elements: [PatternElement]) -> [PatternElement]? {
        let found = elements.compactMap(spelled)
        return found.count == elements.count ? found : nil
    }

    /// The words that a pattern can begin with, and whether it can be empty.
    private static func beginnings(of element: PatternElement) -> (words: Set<String>, canBeEmpty: Bool) {
        switch element {
        case .word(let word): return ([word], false)
        case .slot: return ([], false)
        case .optional(let part): return (beginnings(of: part).words, true)
        case .oneOf(let choices):
            let all = choices.map(beginnings)
            return (all.reduce(into: []) { $0.formUnion($1.words) }, all.contains(where: \.canBeEmpty))
        case .sequence(let members):
            var words: Set<String> = []
            for member in members {
                let own = beginnings(of: member)
                words.formUnion(own.words)
                if !own.canBeEmpty { return (words, false) }
            }
            return (words, true)
        }
    }

    /// Where a pattern can end if it begins at one of these places.
    private static func ends(
        of element: PatternElement, from starts: Set<Int>, in words: ArraySlice<String>
    ) -> Set<Int> {
        switch element {
        case .word(let word):
            return Set(starts.filter { $0 < words.endIndex && words[$0] == word }.map { $0 + 1 })
        case .slot: return []
        case .optional(let part): return starts.union(ends(of: part, from: starts, in: words))
        case .oneOf(let choices):
            return choices.reduce(into: []) { $0.formUnion(ends(of: $1, from: starts, in: words)) }
        case .sequence(let members):
            var places = starts
            for member in members where !places.isEmpty { places = ends(of: member, from: places, in: words) }
            return places
        }
    }

    /// The intent of the statement; nil if the user says anything else besides it and its companions.
    package func intent(saidBy utterance: Utterance) -> String? {
        guard !wordings.isEmpty, !Self.isQuoted(utterance.text) else { return nil }
        var found: String?
        var count = 0
        for (sentence, isQuestion) in Self.sentences(in: utterance.text) {
            let words = plain(Utterance.allWords(of: String(sentence)))
            count += words.count
            guard count <= Self.wordLimit else { return nil }
            guard !words.isEmpty else { continue }
            let readings = ([[]] + omissions).lazy.compactMap { omitted in
                intent(of: (omitted + words)[...], isQuestion: isQuestion)
            }
            guard let intent = readings.first else { return nil }
            found = intent ?? found
        }
        return found
    }

    /// Covers the words from the left with statements and companions, preferring the longest.
    /// - Returns: The intent, or `.some(nil)` if all words are companions; nil if some words are left over.
    private func intent(of words: ArraySlice<String>, isQuestion: Bool) -> String?? {
        guard let first = words.first else { return .some(nil) }
        if joints.contains(first), words.count > 1,
            let rest = intent(of: words.dropFirst(), isQuestion: isQuestion)
        {
            return rest
        }
        // "I hate myself and want to die": the subject is said once.
        if joints.contains(first), let subject, words.count > 1, words[words.startIndex + 1] != subject {
            return intent(of: ([subject] + words.dropFirst())[...], isQuestion: isQuestion)
        }
        var found: [(end: Int, intent: String?)] = []
        for wording in wordings[first] ?? [] where !isQuestion || admitsQuestions || wording.intent == nil {
            found += Self.ends(of: wording.root, from: [words.startIndex], in: words).map { ($0, wording.intent) }
        }
        // The longest first, and a statement before a companion.
        found.sort { ($0.end, $0.intent == nil ? 0 : 1) > ($1.end, $1.intent == nil ? 0 : 1) }
        for (end, intent) in found where end > words.startIndex {
            if let rest = self.intent(of: words[end...], isQuestion: isQuestion) { return .some(intent ?? rest) }
        }
        return nil
    }

    private func plain(_ words: [String]) -> [String] {
        var words = words.map(corrected).flatMap { spellings[$0] ?? [$0] }
        // Most words of a pattern come one by one, and a phrase has several.
        if words.count > 1 {
            for (from, to) in phraseSpellings { words.replace(from, with: to) }
        }
        return words.filter { !ignored.contains($0) }
    }

    /// The word without letters repeated for emphasis ("dieee"), or the word that it is a typing error of.
    private func corrected(_ word: String) -> String {
        var plain = ""
        var rest = word[...]
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }
            plain += run.count > 2 ? run.prefix(1) : run
            rest = rest.dropFirst(run.count)
        }
        if mistyped.contains(plain) { return plain }
        let length = plain.utf8.count
        return mistyped.first { abs($0.utf8.count - length) <= 1 && Self.isTypingError(plain, of: $0) } ?? plain
    }

    /// True if one letter is wrong, missing, added or swapped with the next.
    private static func isTypingError(_ word: String, of right: String) -> Bool {
        let (first, second) = (Array(word), Array(right))
        guard first != second, abs(first.count - second.count) <= 1 else { return false }
        let start = zip(first, second).prefix { $0 == $1 }.count
        let end = zip(first.dropFirst(start).reversed(), second.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (left, other) = (first.dropFirst(start).dropLast(end), second.dropFirst(start).dropLast(end))
        return left.count <= 1 && other.count <= 1 || left.count == 2 && Array(left.reversed()) == Array(other)
    }

    private static func isQuoted(_ text: String) -> Bool {
        if text.contains(where: { "\"“”„«»‘".contains($0) }) { return true }
        return text.split(whereSeparator: \.isWhitespace).contains { $0.first == "'" }
    }

    /// The text between punctuation marks, and whether a question mark ends it.
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
}
