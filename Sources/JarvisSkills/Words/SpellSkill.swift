// SPDX-License-Identifier: GPL-3.0-or-later
// Spells a word letter by letter.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct SpellSkill: Skill {
    private static let longest = 40

    let help = CommandHelp(
        skill: "spell", title: "Spelling", summary: "Spells a word letter by letter.",
        examples: ["how do you spell necessary", "spell rhythm"], icon: "tools-check-spelling-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["how do (you|i) spell {word:text}", "spell {word:text}"],
                typed: [
                    "how is {word:text} (spelled|spelt)", "spell the word {word:text}",
                    "\(Self.wondering) spell {word:text}", "\(Self.wondering) spell {word:text} (correctly|properly)",
                    "[what is] (the|a) [correct|right|proper|exact] (spelling (of|for)|way to spell) {word:text}",
                    "(give me|tell me) (the|a) [correct|right|proper] (spelling (of|for)|way to spell) {word:text}",
                    "how does (the dictionary|one) spell {word:text}",
                    "{word:text} is (spelled|spelt) how [exactly]",
                ], named: "spell",
                answer: Self.spell),
            SkillIntent(
                .tells, [],
                typed: [
                    "how many \(Self.letterNames) \(Self.present) (in|does) [the word] {word:text} [have]",
                    "how many \(Self.letterNames) [are|can you find|do you see] in [the] [word] {word:text}",
                    "count the [number of] [letter] \(Self.letterNames) in [the word] {word:text}",
                ], answer: Self.count),
        ]
    }

    private static let wondering =
        "(how can i|how could i|how should i|how would i|how would i go about|how to|i wish i knew how to"
        + "|i do not know how to|i don't know how to|i can't figure out how to|i can't remember how to"
        + "|i forgot how to|do you know how to|tell me how to|show me how to|can you tell me how to)"
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    /// "a's", "as", "letter a": a plural without an apostrophe only where it is no word.
    private static let letterNames =
        "(" + letters.map { "\($0)'s|letter \($0)|letters \($0)" }.joined(separator: "|")
        + "|es|cs|ts|ps|ss|ms|ns|rs|ls|ds)"
    private static let present = "(are|are there|do you see|can you find)"

    /// Says how often a letter occurs in a word.
    private static func count(_ invocation: SkillInvocation) -> SkillReply {
        let said = invocation.words
        guard let place = said.firstIndex(where: { isLetterName($0) }),
            case let letter = String(said[place].prefix(1)),
            case let word = word(in: invocation.text("word") ?? "").lowercased(), !word.isEmpty, !word.contains(" ")
        else { return .notMine }
        let count = word.filter { String($0) == letter }.count
        let times = count == 1 ? "is one letter" : "are \(count) letters"
        return SkillReply(
            "There \(times) \(letter.uppercased()) in \(word).", values: ["word": word, "count": String(count)])
    }

    private static func isLetterName(_ word: String) -> Bool {
        guard let first = word.first, letters.contains(first) else { return false }
        return word.count == 1 || word.dropFirst() == "'s" || word.dropFirst() == "s"
    }

    private static func spell(_ invocation: SkillInvocation) -> SkillReply {
        var word = Self.word(in: invocation.text("word") ?? "")
        // "Rhythm backwards"
        let parts = word.split(separator: " ")
        if parts.count == 2, ["backwards", "backward"].contains(parts[1].lowercased()) {
            word = String(parts[0])
            return SkillReply(
                "\(word.capitalizedFirst) backwards: \(named(Substring(String(word.reversed())))).",
                values: ["word": word.lowercased()])
        }
        guard word.contains(where: \.isLetter) else { return SkillReply("Which word should I spell?") }
        guard word.count <= longest else { return SkillReply("That's too long to spell. Please give me one word.") }
        let letters = word.split(separator: " ").map(named).joined(separator: ", ")
        return SkillReply(
            "\(word.capitalizedFirst): \(letters).", values: ["word": word.lowercased()])
    }

    /// The word without an introduction such as "out the word".
    private static func word(in text: String) -> String {
        let words = text.filter { !"\"“”".contains($0) }.split(separator: " ")
            .map { $0.reversed().drop { ":,;?!.".contains($0) }.reversed() }.map { String($0) }.filter { !$0.isEmpty }
        let before = words.prefix { ["out", "me", "for", "of", "the", "word"].contains($0.lowercased()) }
        // Keep at least one word: in "spell the" and "spell out", that is the word.
        return words.dropFirst(min(before.count, words.count - 1)).joined(separator: " ")
    }

    /// "N-E-C-E-S-S-A-R-Y"
    private static func named(_ word: Substring) -> String {
        word.map { sign in
            switch sign {
            case "'", "’": "apostrophe"
            case "-": "hyphen"
            case "ß": "ß"
            default: sign.uppercased()
            }
        }.joined(separator: "-")
    }
}
