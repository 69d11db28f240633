// SPDX-License-Identifier: GPL-3.0-or-later
// All skills with their patterns parsed. Finds the skill that answers an utterance.

import JarvisCore
import JarvisUnderstanding

/// The skills of an agent, indexed by pattern and by intent. It holds no state, so several agents can share one.
package struct SkillCatalogue: Sendable {
    struct Entry: Sendable {
        var pattern: UtterancePattern
        var skill: any Skill
        var answer: SkillIntent.Handler
        /// The intent's name in the language files.
        var name: String?
        var deed: DeedKind
        /// False if the pattern is understood but not listened for.
        var isSpoken: Bool
        /// The pattern as it is matched.
        var root: PatternElement
        /// The numbers of the words without which the pattern never matches.
        var needed: [Int]
    }

    /// The skill that answers an intent, the kind of effect, and the handler.
    typealias Answerer = (skill: any Skill, deed: DeedKind, answer: SkillIntent.Handler)

    /// The maximum number of words to search for requests, since matching longer texts takes too long. Dictation has no
    /// limit.
    private static let wordLimit = 300

    let skills: [any Skill]
    /// Patterns that could not be parsed, with the reason. They are left out; a test keeps this empty.
    let faults: [String]
    let entries: [Entry]
    /// The indices of the entries that can begin with a word, by that word.
    private let entriesByBeginning: [String: [Int]]
    /// The indices of the others, which begin with a slot.
    private let openEntries: [Int]
    /// The words that some pattern never matches without, numbered.
    private let neededNumbers: [String: Int]
    /// The named intents, by name.
    private let named: [String: Answerer]
    /// How plainly to ask for those that need more than `usual`, by name.
    private let clarities: [String: Clarity]
    private let nouns: [String: Set<String>]
    private let programIntents: [String: String]

    /// Parses every pattern, which takes longer than most requests.
    package init(_ skills: [any Skill]) {
        self.skills = skills
        var entries: [Entry] = []
        var faults: [String] = []
        var named: [String: Answerer] = [:]
        var clarities: [String: Clarity] = [:]
        var nouns: [String: Set<String>] = [:]
        var programIntents: [String: String] = [:]
        var numbers: [String: Int] = [:]
        for skill in skills {
            for intent in skill.intents {
                if let name = intent.name { named[name] = (skill, intent.deed, intent.answer) }
                if let name = intent.name, intent.clarity != .usual { clarities[name] = intent.clarity }
                if let name = intent.name, !intent.nouns.isEmpty { nouns[name] = intent.nouns }
                if let name = intent.name { programIntents[name] = intent.programIntent }
                let sources = intent.patterns.map { ($0, true) } + intent.typedPatterns.map { ($0, false) }
                for (source, isSpoken) in sources {
                    do {
                        let pattern = try UtterancePattern(source)
                        entries.append(
                            Entry(
                                pattern: pattern, skill: skill, answer: intent.answer, name: intent.name,
                                deed: intent.deed, isSpoken: isSpoken,
                                root: PatternMatcher.writtenOut(pattern.root),
                                needed: PatternMatcher.neededWords(of: pattern.root).map { word in
                                    if let known = numbers[word] { return known }
                                    numbers[word] = numbers.count
                                    return numbers.count - 1
                                }))
                    } catch {
                        faults.append("\(skill.id): \(source): \(error)")
                    }
                }
            }
        }
        self.entries = entries
        var byBeginning: [String: [Int]] = [:]
        var open: [Int] = []
        for (place, entry) in entries.enumerated() {
            guard let words = PatternMatcher.beginnings(of: entry.pattern.root) else {
                open.append(place)
                continue
            }
            for word in words { byBeginning[word, default: []].append(place) }
        }
        entriesByBeginning = byBeginning
        openEntries = open
        neededNumbers = numbers
        self.faults = faults
        self.named = named
        self.clarities = clarities
        self.nouns = nouns
        self.programIntents = programIntents
    }

    /// Every pattern that a recognizer should listen for.
    var patterns: [UtterancePattern] { entries.filter(\.isSpoken).map(\.pattern) }

    var commands: [CommandHelp] {
        skills.map { skill in
            var help = skill.help
            help.acts = !skill.onlyTells
            return help
        }
    }

    func skill(named id: String) -> (any Skill)? { skills.first { $0.id == id } }

    /// The pattern that fits best: fewest free words, then most literal words, then the earlier one.
    func find(
        _ utterance: Utterance, applications: ApplicationIndex, freeTexts: FreeTextRules = FreeTextRules()
    ) -> (entry: Entry, match: PatternMatch)? {
        let matcher = PatternMatcher(utterance: utterance, applications: applications, freeTexts: freeTexts)
        var best: (entry: Entry, match: PatternMatch)?
        let isLong = utterance.words.count > Self.wordLimit
        var has = Array(repeating: false, count: neededNumbers.count)
        for word in utterance.words { if let number = neededNumbers[word] { has[number] = true } }
        let begun = utterance.words.first.flatMap { entriesByBeginning[$0] } ?? []
        // In their order: of two that fit as well the earlier counts.
        for place in (begun + openEntries).sorted() where entries[place].needed.allSatisfy({ has[$0] }) {
            let entry = entries[place]
            if isLong, !entry.skill.takesDictation { continue }
            guard let match = matcher.match(writtenOut: entry.root, of: entry.name) else { continue }
            if let current = best, !match.isBetter(than: current.match) { continue }
            best = (entry, match)
        }
        return best
    }

    /// The skill and handler for the intent of this name; nil if there are none.
    func intent(named name: String) -> Answerer? { named[name] }

    /// How plainly the intent of this name must be asked for.
    func clarity(of name: String?) -> Clarity { name.flatMap { clarities[$0] } ?? .usual }

    /// True if other intents give way to this one when a request names a program.
    func isProgramIntent(_ name: String?) -> Bool { name.map { programIntents.values.contains($0) } ?? false }

    /// The intent that replaces this one when the request names a program; nil if there is none.
    func programIntent(of name: String?) -> String? { name.flatMap { programIntents[$0] } }

    /// True if the words name the intent's object and say something about it, or if the intent doesn't require an
    /// object.
    func names(_ words: [String], whatIsMeantBy intent: String?) -> Bool {
        guard let nouns = intent.flatMap({ nouns[$0] }) else { return true }
        return words.count > 1 && !nouns.isDisjoint(with: words)
    }
}
