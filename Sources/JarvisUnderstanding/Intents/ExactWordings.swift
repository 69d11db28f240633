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
        var node: Int
        /// The words that every match has.
        var needed: [Int]
        /// Nil for a companion.
        var intent: String?
    }

    /// The patterns as they are: written out, they would be thousands.
    private var grammar = WordingGrammar()
    private var wordings: [Wording] = []
    /// The indices of the wordings that can begin with a word, by its number.
    private var wordingsByBeginning: [Int: [Int]] = [:]
    /// Words that don't change the meaning.
    private var ignored: Set<String> = []
    /// The words that each spelling, of one word or of several, is compared as.
    private var spellings: [String: [String]] = [:]
    private var phraseSpellings: [(from: [String], to: [String])] = []
    /// The first words of `phraseSpellings`.
    private var phraseBeginnings: Set<String> = []
    /// True if statements count with a question mark, too.
    private var admitsQuestions = false
    /// Words between two statements, and the subject that the second may omit.
    private var joints: Set<Int> = []
    private var subject: Int?
    /// Words that people leave out at the beginning of a statement: "(i am) thinking of".
    private var omissions: [[Int]] = []
    /// Words that count even with one letter wrong, missing, added or swapped with the next.
    private var mistyped: [(word: String, letters: [Unicode.Scalar])] = []
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
        var parts: [String: Int] = [:]
        for line in text.parts(at: "\n") {
            let content = line.part(before: "#").trimmed
            if content.isEmpty { continue }
            if content.hasPrefix("ignore:") {
                ignored.formUnion(content.dropFirst(7).parts(at: " ").map(String.init))
            } else if content.hasPrefix("spell:") {
                let sides = content.dropFirst(6).parts(at: "=").map { $0.parts(at: " ").map(String.init) }
                guard sides.count == 2, !sides[0].isEmpty else {
                    faults.append(content)
                    continue
                }
                if sides[0].count == 1 {
                    spellings[sides[0][0]] = sides[1]
                } else {
                    phraseSpellings.append((sides[0], sides[1]))
                    phraseBeginnings.insert(sides[0][0])
                }
            } else if content.hasPrefix("questions:") {
                admitsQuestions = true
            } else if content.hasPrefix("join:") {
                for word in content.dropFirst(5).split(separator: " ") { joints.insert(grammar.addWord(String(word))) }
            } else if content.hasPrefix("typo:") {
                mistyped += content.dropFirst(5).split(separator: " ").map { (String($0), Array($0.unicodeScalars)) }
            } else if content.hasPrefix("subject:") {
                subject = grammar.addWord(String(content.dropFirst(8)).trimmed)
            } else if content.hasPrefix("omit:") {
                omissions += content.dropFirst(5).split(separator: ",").map { omission in
                    omission.split(separator: " ").map { grammar.addWord(String($0)) }
                }
            } else if content.hasPrefix("let:") {
                let sides = content.dropFirst(4).split(separator: "=").map { String($0).trimmed }
                guard sides.count == 2, let part = node(sides[1], parts) else {
                    faults.append(content)
                    continue
                }
                parts[sides[0]] = part
            } else if content.hasPrefix("=") {
                intent = String(content.dropFirst()).trimmed
            } else {
                read(content, intent, parts)
            }
        }
        grammar.finish()
    }

    private mutating func read(_ content: String, _ intent: String, _ parts: [String: Int]) {
        let isCompanion = content.hasPrefix("+")
        guard let node = node(isCompanion ? String(content.dropFirst()).trimmed : content, parts),
            isCompanion || !intent.isEmpty
        else { return faults.append(content) }
        let traits = grammar.traits(of: node)
        for word in traits.beginnings { wordingsByBeginning[word, default: []].append(wordings.count) }
        wordings.append(
            Wording(node: node, needed: traits.needed.sorted(), intent: isCompanion ? nil : intent))
    }

    /// The pattern with its parts in place and its words spelled as they are compared; nil if it can't be parsed or has
    /// other slots.
    private mutating func node(_ source: String, _ parts: [String: Int]) -> Int? {
        // Parts are read as slots, which need a type.
        var marked = ""
        var rest = source[...]
        while let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")) {
            marked += rest[..<close] + ":\(SlotType.text.rawValue)}"
            rest = rest[rest.index(after: close)...]
        }
        guard let root = (try? UtterancePattern(marked + rest))?.root else { return nil }
        // The grammar is taken out, so that it can ask for spellings while it changes.
        var grown = grammar
        grammar = WordingGrammar()
        defer { grammar = grown }
        return grown.add(root, parts: parts) { plain([$0]) }
    }

    /// The intent of the statement; nil if the user says anything else besides it and its companions.
    package func intent(saidBy text: SaidText) -> String? {
        guard !wordings.isEmpty, !text.isQuoted else { return nil }
        var found: String?
        var count = 0
        for (words, isQuestion) in text.sentences {
            let words = plain(words)
            count += words.count
            guard count <= Self.wordLimit else { return nil }
            guard !words.isEmpty else { continue }
            guard let numbers = grammar.numbers(of: words) else { return nil }
            let readings = ([[]] + omissions).lazy.compactMap { omitted in
                intent(of: omitted + numbers, from: 0, isQuestion: isQuestion)
            }
            guard let intent = readings.first else { return nil }
            found = intent ?? found
        }
        return found
    }

    /// Covers the words from a place on with statements and companions, preferring the longest.
    /// - Returns: The intent, or `.some(nil)` if all words are companions; nil if some words are left over.
    private func intent(of words: [Int], from start: Int, isQuestion: Bool) -> String?? {
        guard words.count <= WordingGrammar.wordLimit else { return nil }
        return intent(of: words, in: grammar.places(in: words), from: start, isQuestion: isQuestion)
    }

    private func intent(of words: [Int], in places: [UInt64], from start: Int, isQuestion: Bool) -> String?? {
        guard start < words.count else { return .some(nil) }
        let first = words[start]
        if joints.contains(first), start + 1 < words.count {
            if let rest = intent(of: words, in: places, from: start + 1, isQuestion: isQuestion) { return rest }
            // "I hate myself and want to die": the subject is said once.
            if let subject, words[start + 1] != subject {
                var words = words
                words[start] = subject
                return intent(of: words, from: start, isQuestion: isQuestion)
            }
        }
        var found: [(end: Int, intent: String?)] = []
        for index in wordingsByBeginning[first] ?? [] {
            let wording = wordings[index]
            guard !isQuestion || admitsQuestions || wording.intent == nil,
                wording.needed.allSatisfy({ places[$0] >> UInt64(start) != 0 })
            else { continue }
            var ends = grammar.ends(of: wording.node, from: 1 << UInt64(start), in: places)
            while ends != 0 {
                found.append((ends.trailingZeroBitCount, wording.intent))
                ends &= ends - 1
            }
        }
        // The longest first, and a statement before a companion.
        found.sort { ($0.end, $0.intent == nil ? 0 : 1) > ($1.end, $1.intent == nil ? 0 : 1) }
        for (end, intent) in found where end > start {
            if let rest = self.intent(of: words, in: places, from: end, isQuestion: isQuestion) {
                return .some(intent ?? rest)
            }
        }
        return nil
    }

    private func plain(_ words: [String]) -> [String] {
        var words = words.map(corrected).flatMap { spellings[$0] ?? [$0] }
        // Most words of a pattern come one by one, and a phrase has several.
        if words.count > 1, words.contains(where: phraseBeginnings.contains) {
            for (from, to) in phraseSpellings where words.contains(from[0]) { words.replace(from, with: to) }
        }
        return words.filter { !ignored.contains($0) }
    }

    /// The word without letters repeated for emphasis ("dieee"), or the word that it is a typing error of.
    private func corrected(_ word: String) -> String {
        let plain = Self.withoutEmphasis(word)
        guard !mistyped.isEmpty, !mistyped.contains(where: { $0.word == plain }) else { return plain }
        let letters = Array(plain.unicodeScalars)
        return mistyped.first { Self.isTypingError(letters, of: $0.letters) }?.word ?? plain
    }

    private static func withoutEmphasis(_ word: String) -> String {
        var isRepeated = false
        var (last, run) = (UInt8(0), 0)
        for byte in word.utf8 {
            run = byte == last ? run + 1 : 1
            last = byte
            if run > 2 { isRepeated = true }
        }
        guard isRepeated else { return word }
        var plain = ""
        var rest = word[...]
        while let letter = rest.first {
            let run = rest.prefix { $0 == letter }
            plain += run.count > 2 ? run.prefix(1) : run
            rest = rest.dropFirst(run.count)
        }
        return plain
    }

    /// True if one letter is wrong, missing, added or swapped with the next.
    private static func isTypingError(_ first: [Unicode.Scalar], of second: [Unicode.Scalar]) -> Bool {
        guard first != second, abs(first.count - second.count) <= 1 else { return false }
        let start = zip(first, second).prefix { $0 == $1 }.count
        let end = zip(first.dropFirst(start).reversed(), second.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (left, other) = (first.dropFirst(start).dropLast(end), second.dropFirst(start).dropLast(end))
        return left.count <= 1 && other.count <= 1 || left.count == 2 && Array(left.reversed()) == Array(other)
    }
}

/// A text as its sentences, split at punctuation marks.
package struct SaidText: Sendable {
    /// The words of each sentence, and whether a question mark ends it.
    let sentences: [(words: [String], isQuestion: Bool)]
    /// True if some of it is in quotation marks.
    let isQuoted: Bool

    package init(_ text: String) {
        isQuoted = Self.isQuoted(text)
        sentences = Self.sentences(in: text).map { (Utterance.allWords(of: String($0)), $1) }
    }

    /// True if the text is one sentence of plain letters, as most requests are.
    private static func isSimple(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }

    private static func isQuoted(_ text: String) -> Bool {
        if isSimple(text), !text.utf8.contains(UInt8(ascii: "'")) { return false }
        if text.contains(where: { "\"“”„«»‘".contains($0) }) { return true }
        return text.split(whereSeparator: \.isWhitespace).contains { $0.first == "'" }
    }

    /// The text between punctuation marks, and whether a question mark ends it.
    private static func sentences(in text: String) -> [(Substring, isQuestion: Bool)] {
        if isSimple(text) { return text.isEmpty ? [] : [(text[...], false)] }
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
