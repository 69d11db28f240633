// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisUnderstanding
import JarvisPlatform
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

struct PatternHygieneTests {
    private let catalogue = SkillCatalogue(BuiltInSkills.all)

    @Test func everyPatternIsValid() {
        #expect(catalogue.faults == [])
        #expect(catalogue.patterns.count > 100)
    }

    @Test func anInvalidPatternIsReported() {
        struct Broken: Skill {
            let help = CommandHelp(skill: "broken", title: "", summary: "", examples: [], icon: "")
            var intents: [SkillIntent] { [SkillIntent(.tells, ["(open"]) { _ in SkillReply("") }] }
        }
        #expect(SkillCatalogue([Broken()]).faults.count == 1)
    }

    @Test func skillsHaveDistinctNamesAndFullHelp() {
        #expect(Set(catalogue.skills.map(\.id)).count == catalogue.skills.count)
        for help in catalogue.commands {
            #expect(!help.title.isEmpty && help.summary.hasSuffix(".") && help.icon.hasSuffix("-symbolic"))
            #expect(!help.examples.isEmpty, "\(help.skill) needs an example")
        }
        let icons = Dictionary(grouping: catalogue.commands, by: \.icon).filter { $0.value.count > 1 }
        #expect(icons.isEmpty, "the same icon twice: \(icons.mapValues { $0.map(\.skill) })")
    }

    @Test func everyExampleReachesItsOwnSkill() {
        for help in catalogue.commands {
            for example in help.examples {
                let found = catalogue.find(Utterance(example), applications: applications)
                #expect(found?.entry.skill.id == help.skill, "\(example)")
            }
        }
    }

    @Test func noTwoSkillsShareASentence() {
        var owners: [String: String] = [:]
        var spoken: Set<String> = []
        for entry in catalogue.entries where !entry.pattern.hasFreeText {
            for sentence in SentenceEnumerator.sentences(of: entry.pattern.root, fill: { "{\($0.rawValue)}" }) {
                let owner = owners[sentence] ?? entry.skill.id
                #expect(owner == entry.skill.id, "\"\(sentence)\" belongs to \(owner) and \(entry.skill.id)")
                owners[sentence] = owner
                if entry.isSpoken { spoken.insert(sentence) }
            }
        }
        // The grammar stays small enough to be decoded quickly.
        #expect(spoken.count > 500 && spoken.count < 8000, "\(spoken.count) sentences")
    }

    @Test func everySpokenSentenceReachesItsOwnSkill() {
        for entry in catalogue.entries where entry.isSpoken && !entry.pattern.hasFreeText {
            for sentence in SentenceEnumerator.sentences(of: entry.pattern.root).prefix(40) {
                let found = catalogue.find(Utterance(sentence), applications: applications)
                #expect(found?.entry.skill.id == entry.skill.id, "\(sentence)")
            }
        }
    }

    @Test func spokenWordsAreInTheRecognizersDictionary() throws {
        let path = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
        let text = try #require(WholeFile.text(path, limit: 8_000_000), "install pocketsphinx-en-us")
        let known = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        let spoken = catalogue.entries.filter { $0.isSpoken && !$0.pattern.hasFreeText }
        let words = Set(spoken.flatMap { $0.pattern.root.literals })
        #expect(words.subtracting(known) == [])
        let fixed = DayPhrase.vocabulary + VoicePhrase.vocabulary + UnitPhrase.vocabulary
        let unknown = Set(fixed.flatMap { $0.split(separator: " ").map(String.init) }).subtracting(known)
        #expect(unknown == [])
    }

    private var applications: ApplicationIndex { ApplicationIndex(RecordingLauncher().applications()) }
}

extension PatternElement {
    /// The words that the element spells out.
    fileprivate var literals: [String] {
        switch self {
        case .word(let word): [word]
        case .slot: []
        case .sequence(let parts), .oneOf(let parts): parts.flatMap(\.literals)
        case .optional(let part): part.literals
        }
    }
}
