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
                typed: ["how is {word:text} (spelled|spelt)", "spell the word {word:text}"], named: "spell",
                answer: Self.spell)
        ]
    }

    private static func spell(_ invocation: SkillInvocation) -> SkillReply {
        let word = Self.word(in: invocation.text("word") ?? "")
        guard word.contains(where: \.isLetter) else { return SkillReply("Which word should I spell?") }
        guard word.count <= longest else { return SkillReply("That's too long to spell. Please give me one word.") }
        let letters = word.split(separator: " ").map(letters).joined(separator: ", ")
        return SkillReply(
            "\(word.prefix(1).uppercased())\(word.dropFirst()): \(letters).", values: ["word": word.lowercased()])
    }

    /// The word without an introduction such as "out the word".
    private static func word(in text: String) -> String {
        let words = text.split(separator: " ")
        let before = words.prefix { ["out", "me", "for", "the", "word"].contains($0.lowercased()) }
        // Keep at least one word: in "spell the" and "spell out", that is the word.
        return words.dropFirst(min(before.count, words.count - 1)).joined(separator: " ")
    }

    /// "N-E-C-E-S-S-A-R-Y"
    private static func letters(_ word: Substring) -> String {
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
