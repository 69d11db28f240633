// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the words of a language: which say the same, which say nothing, which are opposites, and how longer
// wordings are said shorter. It is data, read from a file of the language; nothing here knows English.

/// The words of a language, as far as requests are concerned.
package struct Lexicon: Sendable {
    /// A wording and a shorter one that says the same.
    struct Rewriting: Hashable, Sendable {
        var from: [String]
        var to: [String]
        /// Counts only where the request begins.
        var isOpening: Bool
    }

    /// A line that cannot be read.
    package struct Fault: Error, Hashable, Sendable {
        package var line: Int
        package var reason: String
    }

    /// The word that stands for a group of words which say the same.
    private(set) var representatives: [String: String] = [:]
    /// Words that say little by themselves, as they are after replacement by their representatives.
    private(set) var lightWords: Set<String> = []
    /// Words of people who talk about others: a request has none.
    private(set) var talkWords: Set<String> = []
    /// For each word, those that mean its opposite.
    private(set) var opposites: [String: Set<String>] = [:]
    /// By their first word, longest first.
    private(set) var rewritings: [String: [Rewriting]] = [:]
    /// Words that turn a request into its contrary: "don't".
    private(set) var negations: Set<String> = []
    /// What people say around requests.
    private var dialogue: [DialogueRole: PhraseSet] = [:]
    private var agreement = PhraseSet()
    private var refusal = PhraseSet()

    /// A lexicon without words.
    package init() {}

    /// Reads a lexicon: lines such as `same begin: start launch`, `light: a an the`, `opposite: up / down`,
    /// `rewrite: switch off = turn off`, `opening: would you mind =`, `talk: he she`, `yes: sure, of course`, `no: nope`,
    /// `negation: don't`, or a role in a dialogue with its phrases, as `correction: no, i meant`. `#` begins a comment.
    /// - Throws: `Fault` for the first line that is none of these.
    package init(reading text: String) throws {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let content = line.prefix { $0 != "#" }
            guard let colon = content.firstIndex(of: ":") else {
                if content.allSatisfy(\.isWhitespace) { continue }
                throw Fault(line: number + 1, reason: "no colon")
            }
            let key = content[..<colon].split(separator: " ").map(String.init)
            let value = content[content.index(after: colon)...]
            guard read(key, value) else { throw Fault(line: number + 1, reason: "unknown kind of line") }
        }
        for (word, rules) in rewritings { rewritings[word] = rules.sorted { $0.from.count > $1.from.count } }
    }

    /// The word that stands for this one in comparisons.
    func representative(of word: String) -> String { representatives[word] ?? representatives[stem(of: word)] ?? word }

    /// True for a word that says little by itself: two requests are not alike because both have it.
    package func isLight(_ word: String) -> Bool { lightWords.contains(representative(of: word)) }

    /// True when the whole utterance agrees to what was asked: "yes", "right, yes, do it", "yeah, get on with it".
    package func isAgreement(_ words: [String]) -> Bool {
        guard words.count <= 12 else { return false }
        if agreement.covers(words[...]) { return true }
        // What is agreed to is done: few words, and none of doubt.
        let opening = phrases(.agreeing).length(at: words[...])
        return opening > 0 && words.count - opening <= 3 && !isNegated(words)
            && phrases(.refusing).place(in: words) == nil && phrases(.conditional).place(in: words) == nil
    }

    /// True when the whole utterance refuses what was asked. A refusal among agreements refuses: "okay, no".
    package func isRefusal(_ words: [String]) -> Bool {
        guard words.count <= 12, !isAgreement(words) else { return false }
        return refusal.covers(words[...])
    }

    /// True when it refuses in other words, where it asks for nothing: "no, I still need those".
    package func isLikelyRefusal(_ words: [String]) -> Bool {
        guard words.count <= 10 else { return false }
        return phrases(.refusing).length(at: words[...]) > 0 || isNegated(words) || words.last == "no"
            || words.last == "not"
    }

    /// The phrases of this role.
    package func phrases(_ role: DialogueRole) -> PhraseSet { dialogue[role] ?? PhraseSet() }

    /// True when the words say that something is not to be done.
    package func isNegated(_ words: [String]) -> Bool {
        var words = words
        while let place = phrases(.unnegated).place(in: words) { words.removeSubrange(place) }
        return !negations.isDisjoint(with: words) || phrases(.negated).place(in: words) != nil
    }

    /// True when people speak of others.
    package func isTalk(_ words: [String]) -> Bool { words.contains { talkWords.contains(representative(of: $0)) } }

    /// True when the user tells of what has been, or wonders about it.
    package func tellsOfPast(_ words: [String]) -> Bool { phrases(.past).length(at: withoutHedges(words)) > 0 }

    /// True when the user says how something is, and asks for nothing.
    package func isStatement(_ words: [String]) -> Bool {
        let words = Array(withoutHedges(words))
        return phrases(.stating).places(in: words).first?.lowerBound == 0
    }

    /// True when something is to stay as it is.
    package func isKeeping(_ words: [String]) -> Bool { !phrases(.keeping).places(in: words).isEmpty }

    /// True when the assistant is called by its name, before the request or behind it.
    package func isCall(_ words: [String]) -> Bool {
        let words = withoutHedges(words)
        return phrases(.calling).length(at: words) > 0 || phrases(.calling).lengthAtEnd(of: words) > 0
    }

    /// True when it begins as people ask and order, and is not about others.
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

    /// True when a request was begun and then taken back: "set a timer for, oh never mind".
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
        case "yes":
            for phrase in Self.phrases(value) {
                agreement.insert(Self.words(phrase[...]))
                refusal.insert(Self.words(phrase[...]))
            }
        case "no":
            for phrase in Self.phrases(value) { refusal.insert(Self.words(phrase[...])) }
        case "opposite":
            let sides = value.split(separator: "/").map { Set(Self.words($0)) }
            guard sides.count == 2 else { return false }
            for word in sides[0] { opposites[word, default: []].formUnion(sides[1]) }
            for word in sides[1] { opposites[word, default: []].formUnion(sides[0]) }
        case "rewrite", "opening":
            let sides = value.split(separator: "=", omittingEmptySubsequences: false).map { Self.words($0) }
            guard sides.count == 2, let first = sides[0].first else { return false }
            let rule = Rewriting(from: sides[0], to: sides[1], isOpening: key.first == "opening")
            rewritings[first, default: []].append(rule)
        case let key?:
            guard let role = DialogueRole(rawValue: key) else { return false }
            for phrase in Self.phrases(value) { dialogue[role, default: PhraseSet()].insert(Self.words(phrase[...])) }
        case nil: return false
        }
        return true
    }

    /// Regular endings cut off: "timers", "playing".
    private func stem(of word: String) -> String {
        for ending in ["ing", "es", "s", "ed"] where word.hasSuffix(ending) && word.count >= ending.count + 3 {
            let stem = String(word.dropLast(ending.count))
            if representatives[stem] != nil { return stem }
        }
        return word
    }

    private static func words(_ text: Substring) -> [String] {
        text.split { $0.isWhitespace }.map { String($0) }
    }

    private static func phrases(_ text: Substring) -> [String] {
        text.split(separator: ",").map { words($0).joined(separator: " ") }
    }
}
