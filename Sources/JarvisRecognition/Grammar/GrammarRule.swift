// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the rules for typed slots into trees, for matching words without a decoder. Supports the part of the Java
// Speech Grammar Format that these rules use: words, choices, groups, options, references and "+".

/// A rule as a tree, or a part of it.
package indirect enum GrammarRule: Hashable, Sendable {
    case word(String)
    case reference(String)
    case sequence([GrammarRule])
    case oneOf([GrammarRule])
    case optional(GrammarRule)
    case oneOrMore(GrammarRule)

    /// The rules in `text` ("<name> = …;") by name; skips unreadable ones.
    package static func rules(of text: String) -> [String: GrammarRule] {
        var rules: [String: GrammarRule] = [:]
        for line in text.split(separator: ";") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let name = line[..<equals].filter { $0.isLetter || $0.isNumber }
            var parser = GrammarRuleParser(line[line.index(after: equals)...])
            rules[name] = parser.choice()
        }
        return rules
    }

    /// A rule that matches any of these names.
    static func names(_ names: [String]) -> GrammarRule {
        .oneOf(
            names.map(GrammarVocabulary.spokenForm).filter { !$0.isEmpty }.map { name in
                .sequence(name.split(separator: " ").map { .word(String($0)) })
            })
    }
}

private struct GrammarRuleParser {
    private var tokens: ArraySlice<String>

    init(_ text: Substring) {
        var tokens: [String] = []
        var word = ""
        func close() {
            if !word.isEmpty { tokens.append(word) }
            word = ""
        }
        for character in text {
            if character.isWhitespace || "()[]|+".contains(character) {
                close()
                if !character.isWhitespace { tokens.append(String(character)) }
            } else {
                word.append(character)
            }
        }
        close()
        self.tokens = tokens[...]
    }

    mutating func choice() -> GrammarRule {
        var choices = [sequence()]
        while tokens.first == "|" {
            tokens.removeFirst()
            choices.append(sequence())
        }
        return choices.count == 1 ? choices[0] : .oneOf(choices)
    }

    private mutating func sequence() -> GrammarRule {
        var parts: [GrammarRule] = []
        while let token = tokens.first, token != "|", token != ")", token != "]" {
            tokens.removeFirst()
            parts.append(part(token))
            if tokens.first == "+" {
                tokens.removeFirst()
                parts.append(.oneOrMore(parts.removeLast()))
            }
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func part(_ token: String) -> GrammarRule {
        switch token {
        case "(", "[":
            let inner = choice()
            // Skip the closing bracket.
            tokens = tokens.dropFirst()
            return token == "[" ? .optional(inner) : inner
        default:
            return token.hasPrefix("<") ? .reference(String(token.dropFirst().dropLast())) : .word(token)
        }
    }
}
