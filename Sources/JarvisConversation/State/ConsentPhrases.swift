// SPDX-License-Identifier: GPL-3.0-or-later
// Whole utterances that grant or refuse consent. A misheard word must never run a tool: only phrases in the table
// agree, while a refusal may continue with other words.

public import JarvisCore

/// Recognizes the answer to a consent question.
public enum ConsentPhrases {
    /// The phrases of one language; lower case, no punctuation.
    public struct Table: Sendable {
        /// For this time only.
        public var granting: [String]
        /// From now on.
        public var always: [String]
        public var refusing: [String]
        /// Words that refuse, whatever follows them.
        public var refusingBeginnings: [String]
        /// Polite words around a phrase that do not change its meaning.
        public var courtesies: Set<String>
        /// Words that sound like a word of an agreement and may have been said instead.
        public var soundAlikes: [String: [String]]
        /// How an unanswered question is repeated.
        public var repetition: String
    }

    /// By ISO 639-1 code.
    public static let byLanguage: [String: Table] = [
        "en": Table(
            granting: [
                "yes", "yeah", "yep", "yup", "yes yes", "sure", "yes sure", "of course", "yes of course", "certainly",
                "once", "just once", "only once", "this once", "just this once", "yes once", "yes just once",
                "yes only once", "yes this once", "yes just this once", "allow", "allow it", "allow that",
                "yes allow it", "allow once", "allow it once", "yes allow it once", "go ahead", "yes go ahead",
                "do it", "yes do it", "you may", "yes you may", "you can", "yes you can", "i allow it",
            ],
            always: [
                "always", "yes always", "allow always", "always allow", "allow it always", "always allow it",
                "always allow that", "yes always allow it", "from now on", "yes from now on",
            ],
            refusing: [
                "no", "nope", "nah", "no no", "never", "not now", "not this time", "deny", "deny it", "refuse",
                "rather not", "better not", "leave it", "leave that", "don't", "dont", "do not", "no don't",
                "don't do it",
                "do not do it", "no don't do it",
            ],
            refusingBeginnings: ["no", "nope", "nah", "never", "not", "don't", "dont", "deny"],
            courtesies: ["jarvis", "please", "hey", "thanks", "thank", "you", "um", "uh", "oh", "well"],
            soundAlikes: [
                "yes": ["guess", "chess", "just", "less", "jess", "kiss", "this", "let's", "yet"],
                "yeah": ["year", "near", "here", "there"], "yep": ["step", "yet", "up"], "yup": ["up", "cup", "yet"],
                "sure": ["shore", "short", "your"], "once": ["wants", "months"], "certainly": ["uncertainly"],
                "course": ["cause", "chores"], "allow": ["aloud", "below"], "go": ["no", "so"], "do": ["don't"],
                "can": ["can't"], "may": ["made"], "always": ["hallways", "almost"], "on": ["in"],
            ],
            repetition: "Please say yes or no.")
    ]

    /// The answer that a whole text gives; nil if it is not an answer in any language.
    /// - Parameter wasTyped: Only a whole phrase refuses: text typed after a "no" may be another request.
    public static func answer(_ text: String, wasTyped: Bool = false) -> ConsentAnswer? {
        // Answers are short, so skip long texts.
        guard text.utf8.count <= 80 else { return nil }
        let words = words(of: text)
        for (_, table) in byLanguage.sorted(by: { $0.key < $1.key }) {
            if let answer = answer(words, table, wasTyped) { return answer }
        }
        return nil
    }

    /// Similar-sounding alternatives to these words, each with one word replaced; empty if they do not agree to
    /// anything, where a mistake does no harm.
    public static func rivals(of words: [String]) -> [[String]] {
        guard agrees(words) else { return [] }
        var rivals: [[String]] = []
        for table in byLanguage.values {
            for (place, word) in words.enumerated() {
                for other in table.soundAlikes[word] ?? [] {
                    var rival = words
                    rival[place] = other
                    if !agrees(rival) { rivals.append(rival) }
                }
            }
        }
        return rivals
    }

    private static func agrees(_ words: [String]) -> Bool {
        let answer = answer(words.joined(separator: " "))
        return answer == .granted || answer == .always
    }

    private static func answer(_ words: [String], _ table: Table, _ wasTyped: Bool) -> ConsentAnswer? {
        guard !words.isEmpty else { return nil }
        // Unstripped first: "yes you may" ends like "yes, thank you".
        for phrase in [words.joined(separator: " "), core(words, table).joined(separator: " ")] {
            if table.granting.contains(phrase) { return .granted }
            if table.always.contains(phrase) { return .always }
            if table.refusing.contains(phrase) { return .denied }
        }
        let opening = core(words, table).first ?? ""
        return !wasTyped && table.refusingBeginnings.contains(opening) ? .denied : nil
    }

    private static func core(_ words: [String], _ table: Table) -> ArraySlice<String> {
        var core = words[...]
        while let first = core.first, table.courtesies.contains(first) { core.removeFirst() }
        while let last = core.last, table.courtesies.contains(last) { core.removeLast() }
        return core
    }

    private static func words(of text: String) -> [String] {
        let plain = String(text.lowercased().map { $0 == "’" ? "'" : $0 })
        return plain.split { !($0.isLetter || $0.isNumber || $0 == "'") }.map(String.init)
    }
}
