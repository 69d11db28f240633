// SPDX-License-Identifier: GPL-3.0-or-later
// An intent as a tool for a language model. The model gives the name and the slot values, and these make a request in
// the words of one of the intent's patterns. Pure.

package import JarvisCore

/// An intent that a model can call by name with values.
package struct SkillTool: Hashable, Sendable {
    /// A parameter of the tool.
    package struct Slot: Hashable, Sendable {
        package var name: String
        package var type: SlotType
        /// True if every pattern needs the value.
        package var isRequired: Bool
    }

    /// The intent's name in the language files.
    package var name: String
    /// The identity of its skill.
    package var skill: String
    /// The summary of its skill.
    package var summary: String
    /// The kind of effect that it has on the user's things.
    package var deed: DeedKind
    /// True if its skill stores or reads what the user has written, said or copied.
    package var isPersonal: Bool
    /// The parameters, in the order in which the patterns name them.
    package var slots: [Slot]
    private let patterns: [PatternElement]

    init(name: String, of skill: any Skill, deed: DeedKind, patterns: [PatternElement]) {
        self.name = name
        summary = skill.help.summary
        self.skill = skill.id
        self.deed = deed
        isPersonal = skill.holdsPersonal
        self.patterns = patterns
        let found = patterns.map(\.slots)
        slots = []
        for slot in found.joined() where !slots.contains(where: { $0.name == slot.name }) {
            let isRequired = found.allSatisfy { $0.contains { $0.name == slot.name && $0.isRequired } }
            slots.append(Slot(name: slot.name, type: slot.type, isRequired: isRequired))
        }
    }

    /// A request with the slot names in capitals as placeholders: "set a timer for LENGTH".
    package var example: String {
        let names = Dictionary(uniqueKeysWithValues: slots.map { ($0.name, $0.name.uppercased()) })
        return sentence(names) ?? ""
    }

    /// Builds a request from values, by the pattern that uses the most of them. Drops values that this pattern has no
    /// slot for. Returns nil if every pattern needs a value that is missing.
    package func sentence(_ values: [String: String]) -> String? {
        let spoken = values.mapValues { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.value.isEmpty }
        var best: (text: String, used: Set<String>)?
        for pattern in patterns {
            guard let written = pattern.written(with: spoken) else { continue }
            if best.map({ written.used.count > $0.used.count }) ?? true { best = written }
        }
        return best?.text
    }

    /// The words of its patterns and of its summary.
    var words: Set<String> {
        Set(patterns.flatMap(\.plainWords) + summary.lowercased().split { !$0.isLetter }.map { String($0) })
    }
}

extension PatternElement {
    /// The slots of this element in order. A slot is required if the element can't match without it.
    fileprivate var slots: [SkillTool.Slot] {
        switch self {
        case .word: []
        case .slot(let name, let type): [SkillTool.Slot(name: name, type: type, isRequired: true)]
        case .sequence(let parts): parts.flatMap(\.slots)
        case .optional(let part): part.slots.map { SkillTool.Slot(name: $0.name, type: $0.type, isRequired: false) }
        case .oneOf(let parts):
            parts.flatMap(\.slots).map { slot in
                let isEverywhere = parts.allSatisfy { $0.slots.contains { $0.name == slot.name && $0.isRequired } }
                return SkillTool.Slot(name: slot.name, type: slot.type, isRequired: isEverywhere)
            }
        }
    }

    fileprivate var plainWords: [String] {
        switch self {
        case .word(let word): [word]
        case .slot: []
        case .sequence(let parts), .oneOf(let parts): parts.flatMap(\.plainWords)
        case .optional(let part): part.plainWords
        }
    }

    /// Writes the element with values in its slots, and reports which values it used; nil if one is missing.
    fileprivate func written(with values: [String: String]) -> (text: String, used: Set<String>)? {
        switch self {
        case .word(let word): return (word, [])
        case .slot(let name, _): return values[name].map { ($0, [name]) }
        case .optional(let part):
            guard let written = part.written(with: values), !written.used.isEmpty else { return ("", []) }
            return written
        case .sequence(let parts):
            var all: (text: String, used: Set<String>) = ("", [])
            for part in parts {
                guard let written = part.written(with: values) else { return nil }
                all.text += all.text.isEmpty || written.text.isEmpty ? written.text : " " + written.text
                all.used.formUnion(written.used)
            }
            return all
        case .oneOf(let parts):
            let all = parts.compactMap { $0.written(with: values) }
            guard let most = all.map(\.used.count).max() else { return nil }
            return all.first { $0.used.count == most }
        }
    }
}
