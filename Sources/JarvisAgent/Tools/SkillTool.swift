// SPDX-License-Identifier: GPL-3.0-or-later
// An intent of a skill as a language model may ask for it: by its name and the values of its slots, which make a request
// in the words of one of its patterns. Pure.

package import JarvisCore

/// What a skill does, by name and values.
package struct SkillTool: Hashable, Sendable {
    /// A value that it takes.
    package struct Slot: Hashable, Sendable {
        package var name: String
        package var type: SlotType
        /// It cannot do without.
        package var isRequired: Bool
    }

    /// The intent's name in the files of the language.
    package var name: String
    /// The identity of its skill.
    package var skill: String
    /// What its skill is for.
    package var summary: String
    /// What it does to what the user has.
    package var deed: DeedKind
    /// Its skill keeps or reads what the user has written down, said or copied.
    package var isPersonal: Bool
    /// In the order in which the patterns name them.
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

    /// How it is asked for, with the names of values in their places: "set a timer for LENGTH".
    package var example: String {
        let names = Dictionary(uniqueKeysWithValues: slots.map { ($0.name, $0.name.uppercased()) })
        return sentence(names) ?? ""
    }

    /// The request with these values; nil where one is missing that no pattern does without. Values that no pattern
    /// takes together with the others are left out.
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

    /// The words of its patterns and of what is said about it.
    var words: Set<String> {
        Set(patterns.flatMap(\.plainWords) + summary.lowercased().split { !$0.isLetter }.map { String($0) })
    }
}

extension PatternElement {
    /// The slots below, in their order; required where the pattern does not fit without.
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

    /// The words of the pattern with values in its slots, and which values those are; nil where one is missing.
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
