// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a language: synonyms, words with little meaning, opposites, and shorter forms of long wordings. All of
// it is data read from a file; nothing here knows English.

import JarvisCore

/// Words and phrases of a language that matter for understanding requests.
package struct Lexicon: Sendable {
    /// A wording and a shorter one with the same meaning.
    struct Rewriting: Hashable, Sendable {
        var from: [String]
        var to: [String]
        /// True if it applies only at the beginning of a request.
        var isOpening: Bool
    }

    /// A line that can't be parsed.
    package struct Fault: Error, Hashable, Sendable {
        package var line: Int
        package var reason: String
    }

    /// For each word, the one that stands for its group of synonyms.
    private(set) var representatives: [String: String] = [:]
    /// Words with little meaning of their own, as representatives.
    private(set) var lightWords: Set<String> = []
    /// Words of talk about others, never part of a request.
    private(set) var talkWords: Set<String> = []
    /// For each word, those that mean its opposite.
    private(set) var opposites: [String: Set<String>] = [:]
    /// Rewritings by their first word, longest first.
    private(set) var rewritings: [String: [Rewriting]] = [:]
    /// Words that negate a request: "don't".
    private(set) var negations: Set<String> = []
    /// Phrases around requests, by their role.
    private var dialogue: [DialogueRole: PhraseSet] = [:]
    /// The rules for free texts.
    package private(set) var freeTexts = FreeTextRules()
    /// Words for how much of something is wanted, and for colours.
    package private(set) var degrees = DegreeWords()
    /// For each intent that only tells, words that settle a doubt about it.
    private var evidence: [String: PhraseSet] = [:]
    /// For some intents, the words without which a request that only resembles them means something else.
    private var needs: [String: PhraseSet] = [:]
    private var agreement = PhraseSet()
    private var refusal = PhraseSet()

    /// A lexicon without words.
    package init() {}

    /// Parses a lexicon: lines such as `same begin: start launch`, `light: a an the`, `opposite: up / down`,
    /// `rewrite: switch off = turn off`, `opening: would you mind =`, `talk: he she`, `yes: sure, of course`,
    /// `no: nope`, `negation: don't`,
    /// `evidence joke: joke jokes`, `needs volume.get: volume, loud`, `degree most: maximum, full`, `color FF0000: red`, a rule for free texts such as
    /// `text-start list: my`, or a `DialogueRole` with its phrases, such as `correction: no, i meant`. `#` begins a
    /// comment.
    /// - Throws: `Fault` for the first line that can't be parsed.
    package init(reading text: String) throws {
        for (number, line) in text.parts(at: "\n", keepsEmpty: true).enumerated() {
            let content = line.part(before: "#")
            guard let colon = content.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                if content.allSatisfy(\.isWhitespace) { continue }
                throw Fault(line: number + 1, reason: "no colon")
            }
            let key = content[..<colon].parts(at: " ").map(String.init)
            let value = content[content.index(after: colon)...]
            guard read(key, value) else { throw Fault(line: number + 1, reason: "unknown kind of line") }
        }
        for (word, rules) in rewritings { rewritings[word] = rules.sorted { $0.from.count > $1.from.count } }
    }

    /// The word that represents this one in comparisons.
    func representative(of word: String) -> String { representatives[word] ?? representatives[stem(of: word)] ?? word }

    /// True for a word with little meaning of its own: sharing it doesn't make two requests alike.
    package func isLight(_ word: String) -> Bool { lightWords.contains(representative(of: word)) }

    /// True if the whole utterance agrees: "yes", "right, yes, do it", "yeah, get on with it".
    package func isAgreement(_ words: [String]) -> Bool {
        guard words.count <= 12 else { return false }
        if agreement.covers(words[...]) { return true }
        // Agreeing leads to an action, so at most three more words may follow, without doubt or negation.
        let opening = phrases(.agreeing).length(at: words[...])
        return opening > 0 && words.count - opening <= 3 && !isNegated(words)
            && phrases(.refusing).place(in: words) == nil && phrases(.conditional).place(in: words) == nil
    }

    /// True if the whole utterance refuses. A refusal among agreements counts: "okay, no".
    package func isRefusal(_ words: [String]) -> Bool {
        guard words.count <= 12, !isAgreement(words) else { return false }
        return refusal.covers(words[...])
    }

    /// True if the utterance refuses in other words: "no, I still need those". The caller checks that it isn't a
    /// request.
    package func isLikelyRefusal(_ words: [String]) -> Bool {
        guard words.count <= 10 else { return false }
        return phrases(.refusing).length(at: words[...]) > 0 || isNegated(words) || words.last == "no"
            || words.last == "not"
    }

    /// True if the words hold one that settles a doubt about this intent: "joke", "weather".
    package func isEvident(_ intent: String, in words: [String]) -> Bool {
        evidence[intent]?.place(in: words) != nil
    }

    /// False if the intent needs one of certain words and the request has none: "the status of my flight" is about no
    /// network.
    package func isNamed(_ intent: String, in words: [String]) -> Bool {
        needs[intent].map { $0.place(in: words) != nil } ?? true
    }

    /// The intents of which a word is in the request that settles a doubt about them.
    package func evidentIntents(in words: [String]) -> [String] {
        evidence.keys.sorted().filter { isEvident($0, in: words) }
    }

    /// True if the words only tell something, or are a saying.
    package func isAside(_ words: [String]) -> Bool { phrases(.aside).length(at: words[...]) > 0 }

    /// True if the words say something in a picture, and nothing in them takes it literally.
    package func isFigurative(_ words: [String]) -> Bool {
        !phrases(.figurative).places(in: words).isEmpty && phrases(.literal).place(in: words) == nil
    }

    /// The phrases in this role; empty if the language has none.
    package func phrases(_ role: DialogueRole) -> PhraseSet { dialogue[role] ?? PhraseSet() }

    /// True if the words say not to do something.
    package func isNegated(_ words: [String]) -> Bool {
        var words = words
        let unnegated = phrases(.unnegated)
        while let place = unnegated.place(in: words) { words.removeSubrange(place) }
        return !negations.isDisjoint(with: words) || phrases(.negated).place(in: words) != nil
    }

    /// True if the words are talk about others.
    package func isTalk(_ words: [String]) -> Bool { words.contains { talkWords.contains(representative(of: $0)) } }

    /// True if the user reports or wonders about the past.
    package func tellsOfPast(_ words: [String]) -> Bool { phrases(.past).length(at: withoutHedges(words)) > 0 }

    /// True if the user describes how something is and asks for nothing.
    package func isStatement(_ words: [String]) -> Bool {
        let words = Array(withoutHedges(words))
        return phrases(.stating).places(in: words).first?.lowerBound == 0
    }

    /// True if the words ask for something to stay as it is.
    package func isKeeping(_ words: [String]) -> Bool { !phrases(.keeping).places(in: words).isEmpty }

    /// True if the assistant is called by name, before or after the request.
    package func isCall(_ words: [String]) -> Bool {
        let words = withoutHedges(words)
        return phrases(.calling).length(at: words) > 0 || phrases(.calling).lengthAtEnd(of: words) > 0
    }

    /// True if the words open like a question or an order and are not talk about others.
    package func opensRequest(_ words: [String]) -> Bool {
        !isTalk(words) && phrases(.requesting).length(at: withoutHedges(words)) > 0
    }

    func withoutHedges(_ words: [String]) -> ArraySlice<String> {
        var rest = words[...]
        while case let length = phrases(.hedge).length(at: rest), length > 0, length < rest.count {
            rest = rest.dropFirst(length)
        }
        return rest
    }

    /// The number of words at the beginning that say nothing and end with one of these: "hurry up and"; 0 if there are
    /// none.
    package func openingLength(of words: [String], before joints: Set<String>) -> Int {
        let rule = words.first.flatMap { rewritings[$0] }?.first { rule in
            rule.isOpening && rule.to.isEmpty && rule.from.count < words.count && words.starts(with: rule.from)
                && rule.from.last.map(joints.contains) == true
        }
        return rule?.from.count ?? 0
    }

    /// True if the user takes back a request before finishing it: "set a timer for, oh never mind".
    package func isWithdrawn(_ words: [String]) -> Bool { phrases(.withdrawal).place(in: words, from: 1) != nil }

    private mutating func read(_ key: [String], _ value: Substring) -> Bool {
        switch key.first {
        case "same":
            guard key.count == 2, let name = key.last else { return false }
            for word in Self.words(value) { representatives[word] = name }
            representatives[name] = name
        case "light": lightWords.formUnion(Self.words(value))
        case "talk": talkWords.formUnion(Self.words(value))
        case "negation": negations.formUnion(Self.words(value))
        case "evidence":
            guard key.count == 2, let intent = key.last else { return false }
            for phrase in Self.phrases(value) { evidence[intent, default: PhraseSet()].insert(Self.words(phrase[...])) }
        case "needs":
            guard key.count == 2, let intent = key.last else { return false }
            for phrase in Self.phrases(value) { needs[intent, default: PhraseSet()].insert(Self.words(phrase[...])) }
        case "degree":
            guard key.count == 2 else { return false }
            return degrees.read(key[1], Self.phrases(value).map { Self.words($0[...]) })
        case "color":
            guard key.count == 2 else { return false }
            return degrees.readColor(key[1], Self.phrases(value).map { Self.words($0[...]) })
        case "yes":
            for phrase in Self.phrases(value) {
                agreement.insert(Self.words(phrase[...]))
                refusal.insert(Self.words(phrase[...]))
            }
        case "no":
            for phrase in Self.phrases(value) { refusal.insert(Self.words(phrase[...])) }
        case "opposite":
            let sides = value.parts(at: "/").map { Set(Self.words($0)) }
            guard sides.count == 2 else { return false }
            for word in sides[0] { opposites[word, default: []].formUnion(sides[1]) }
            for word in sides[1] { opposites[word, default: []].formUnion(sides[0]) }
        case "rewrite", "opening":
            let sides = value.parts(at: "=", keepsEmpty: true).map { Self.words($0) }
            guard sides.count == 2, let first = sides[0].first else { return false }
            let rule = Rewriting(from: sides[0], to: sides[1], isOpening: key.first == "opening")
            rewritings[first, default: []].append(rule)
        case let kind? where kind.hasPrefix("text-"):
            return freeTexts.read(kind, Array(key.dropFirst()), Self.phrases(value).map { Self.words($0[...]) })
        case let key?:
            guard let role = DialogueRole(rawValue: key) else { return false }
            for phrase in Self.phrases(value) { dialogue[role, default: PhraseSet()].insert(Self.words(phrase[...])) }
        case nil: return false
        }
        return true
    }

    /// Strips a regular ending if the rest is a known word: "timers", "playing".
    private func stem(of word: String) -> String {
        for ending in ["ing", "es", "s", "ed"] where word.utf8.count >= ending.utf8.count + 3 && word.hasSuffix(ending)
        {
            let stem = String(word.dropLast(ending.count))
            if representatives[stem] != nil { return stem }
        }
        return word
    }

    private static func words(_ text: Substring) -> [String] {
        text.pieces.map { String($0) }
    }

    private static func phrases(_ text: Substring) -> [String] {
        text.parts(at: ",").map { words($0).joined(separator: " ") }
    }
}
