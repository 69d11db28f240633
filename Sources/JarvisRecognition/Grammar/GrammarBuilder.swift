// SPDX-License-Identifier: GPL-3.0-or-later
// Builds finite grammars from utterance patterns and names. Pure: pronunciations are added later.

public import JarvisCore

/// A grammar in the Java Speech Grammar Format.
public struct Grammar: Hashable, Sendable {
    /// The grammar's text, with one public rule.
    public var jsgf: String
    /// All words of the grammar, which all need a pronunciation.
    public var words: Set<String>
    /// What was omitted from the grammar and why, for the log.
    public var notices: [String]
}

/// Builds grammars from utterance patterns.
public struct GrammarBuilder: Sendable {
    private let vocabulary: GrammarVocabulary

    /// - Parameter vocabulary: The names that fill slots.
    public init(vocabulary: GrammarVocabulary = GrammarVocabulary()) {
        self.vocabulary = vocabulary
    }

    /// The grammar of all patterns without free text; in patterns with free text, the user's own phrases may fill it.
    ///
    /// Every command may be preceded by the assistant's name and a polite phrase, and followed by one.
    /// - Returns: The grammar; nil if no pattern is left.
    public func grammar(of patterns: [UtterancePattern]) -> Grammar? {
        var notices: [String] = []
        var commands: [String] = []
        for pattern in patterns where !pattern.hasFreeText || nameRule(.text) != nil {
            if let rule = render(pattern.root) {
                if !commands.contains(rule) { commands.append(rule) }
            } else {
                notices.append("\"\(pattern.source)\" is not in the grammar: it needs names of which there are none")
            }
        }
        guard !commands.isEmpty else { return nil }
        let names = SlotType.allCases.compactMap(nameRule)
        return assemble(
            body: "public <utterance> = [<name>] [<before>] <command> [<after>] | <name>;\n<command> = "
                + commands.joined(separator: "\n | ") + ";\n" + names.joined(separator: "\n"),
            notices: notices)
    }

    /// The grammar of the words before the free text in patterns that have some: "take a note", "search my history
    /// for".
    /// - Returns: The grammar; nil if no pattern has free text.
    public func grammar(ofBeginnings patterns: [UtterancePattern]) -> Grammar? {
        var beginnings: [String] = []
        for beginning in patterns.compactMap(\.root.beforeText) {
            guard let rule = render(beginning), !rule.isEmpty, !beginnings.contains(rule) else { continue }
            beginnings.append(rule)
        }
        guard !beginnings.isEmpty else { return nil }
        let names = SlotType.allCases.compactMap(nameRule)
        return assemble(
            body: "public <utterance> = [<name>] [<before>] (" + beginnings.joined(separator: "\n | ") + ");\n"
                + names.joined(separator: "\n"),
            notices: [])
    }

    /// The grammar of only these whole utterances, with the name and polite phrases around them.
    public func grammar(ofPhrases phrases: [String]) -> Grammar? {
        let spoken = phrases.map(GrammarVocabulary.spokenForm).filter { !$0.isEmpty }
        guard !spoken.isEmpty else { return nil }
        return assemble(
            body:
                "public <utterance> = [<name>] [please] (\(spoken.joined(separator: " | "))) [please | jarvis | now];",
            notices: [])
    }

    private func assemble(body: String, notices: [String]) -> Grammar {
        let rules = body + "\n" + Self.needed(by: body)
        return Grammar(
            jsgf: "#JSGF V1.0;\ngrammar jarvis;\n" + rules + "\n", words: Self.words(in: rules), notices: notices)
    }

    // MARK: Patterns

    /// The element in JSGF; nil if it has a slot that nothing can fill.
    private func render(_ element: PatternElement) -> String? {
        switch element {
        case .word(let word): return word
        case .slot(_, let type):
            return SlotRules.isShared(type.rawValue) || nameRule(type) != nil ? "<\(type.rawValue)>" : nil
        case .sequence(let parts):
            let rendered = parts.compactMap(render)
            return rendered.count == parts.count ? rendered.joined(separator: " ") : nil
        case .oneOf(let choices):
            let rendered = choices.compactMap(render)
            return rendered.isEmpty ? nil : "(" + rendered.joined(separator: " | ") + ")"
        case .optional(let part):
            return render(part).map { "[\($0)]" } ?? ""
        }
    }

    /// The rule for a type of slot that is filled with names; nil if there are none.
    private func nameRule(_ type: SlotType) -> String? {
        let names: [String]
        switch type {
        case .application: names = vocabulary.applications
        case .website: names = vocabulary.websites
        case .voice: names = vocabulary.voices
        case .unit: names = vocabulary.units
        case .text: names = vocabulary.phrases
        default: return nil
        }
        let spoken = Set(names.map(GrammarVocabulary.spokenForm)).filter { !$0.isEmpty }.sorted()
        return spoken.isEmpty ? nil : "<\(type.rawValue)> = \(spoken.joined(separator: " | "));"
    }

    // MARK: Text

    /// The shared rules that `body` refers to, directly or indirectly.
    private static func needed(by body: String) -> String {
        let rules = SlotRules.shared.split(separator: ";").map { $0.drop { $0.isNewline } + ";" }
        var wanted = references(in: body)
        var text = ""
        var isComplete = false
        while !isComplete {
            isComplete = true
            for rule in rules {
                guard let name = references(in: String(rule.prefix { $0 != "=" })).first, wanted.contains(name),
                    !text.contains("\n<\(name)> =")
                else { continue }
                text += "\n" + rule
                wanted.formUnion(references(in: String(rule)))
                isComplete = false
            }
        }
        return text
    }

    private static func references(in text: String) -> Set<String> {
        Set(
            text.split(separator: "<", omittingEmptySubsequences: false).dropFirst().map {
                String($0.prefix { $0 != ">" })
            })
    }

    private static func words(in rules: String) -> Set<String> {
        var words: Set<String> = []
        for line in rules.split(separator: ";") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            var isInReference = false
            var word = ""
            for character in line[equals...].dropFirst() + " " {
                if character == "<" { isInReference = true }
                if !isInReference, character.isLetter || character == "'" || character == "." {
                    word.append(character)
                } else {
                    if !word.isEmpty { words.insert(word) }
                    word = ""
                }
                if character == ">" { isInReference = false }
            }
        }
        return words
    }
}

extension PatternElement {
    /// The part before the first free text; nil if there is none.
    fileprivate var beforeText: PatternElement? {
        switch self {
        case .word: nil
        case .slot(_, let type): type == .text ? .sequence([]) : nil
        case .optional(let part): part.beforeText
        case .oneOf(let choices):
            {
                let beginnings = choices.compactMap(\.beforeText)
                return beginnings.isEmpty ? nil : .oneOf(beginnings)
            }()
        case .sequence(let parts):
            parts.firstIndex { $0.contains(.text) }.flatMap { index in
                parts[index].beforeText.map { .sequence(Array(parts[..<index]) + [$0]) }
            }
        }
    }
}
