// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisRecognition

struct CompletenessJudgeTests {
    private let judge: CompletenessJudge

    init() throws {
        judge = CompletenessJudge(
            reader: CommandReader(
                patterns: try (TestCommands.patternSources + Self.more).map { try UtterancePattern($0) },
                vocabulary: TestCommands.vocabulary))
    }

    private static let more = [
        "(set|start) a timer", "what is the weather [{day}]", "what's the news [about {text}]",
        "remind me to {text} at {time}", "remind me to {text}", "stop", "cancel",
        "(set an alarm|wake me [up]) {day} at {time}", "tell me about {text}",
        "how much time is left [on (the|my) [(tea|pasta)] timer]", "slow down [(a bit|a little)]",
        "dial (one|two|three|four|five) [(one|two|three|four|five)] [(one|two|three|four|five)]",
    ]

    @Test(arguments: [
        "what time is it", "What time is it?",
        "hey jarvis tell me a joke please", "could you please flip a coin", "open libreoffice writer",
        "convert five miles to kilometers", "stop",
        "thank you", "read me my notes", "turn the volume up for me", "how much time is left on the timer",
        "slow down", "slow down a bit", "dial two five",
    ])
    func wholeCommandsAreComplete(text: String) {
        #expect(judge.completeness(of: text) == .complete)
    }

    @Test(arguments: [
        "set a timer for ten minutes", "Set a timer for 10 minutes.", "what is twelve times four",
        "set an alarm for seven thirty", "remind me to call mum at six p m", "set a timer for two minutes please",
    ])
    func aValueAtTheEndMayContinue(text: String) {
        #expect(judge.completeness(of: text) == .extensible)
    }

    @Test(arguments: [
        "how much time is left", "how much time is left please", "what is the weather", "set a timer",
        "what's the news",
    ])
    func aCommandThatMayTakeAnotherPartIsAmendable(text: String) {
        #expect(judge.completeness(of: text) == .amendable)
    }

    /// Whether or not they form a complete command: "dial two five one | four three".
    @Test(arguments: ["dial two five one", "my number is five oh one", "my number is 5 0 1", "my number is 5 0 1."])
    func dictatedDigitsAreUnfinished(text: String) {
        #expect(judge.completeness(of: text) == .unfinished)
    }

    @Test(arguments: ["it was a bright cold day,", "buy milk, eggs,", "take a note buy milk,"])
    func aTrailingCommaIsUnfinished(text: String) {
        #expect(judge.completeness(of: text) == .unfinished)
    }

    @Test(arguments: [
        "set a timer for", "set a timer for ten", "remind me to", "remind me", "what is", "what is twelve times",
        "open", "convert five miles to", "jarvis", "hey jarvis", "could you please", "wake me up at half past",
        "remind me to call mum and", "i would like a glass of", "she said that the", "we went there because",
        "take a note buy milk and", "um", "What is Ein times?",
    ])
    func incompletePhrasesAreUnfinished(text: String) {
        #expect(judge.completeness(of: text) == .unfinished)
    }

    /// Free text has no definite end. A command that takes any words, directly or after "to", may still get them.
    @Test(arguments: [
        "", "take a note buy milk", "remind me in ten minutes", "it was a bright cold day in april",
        "where do you come from", "take a note",
    ])
    func freeTextHasUnknownCompleteness(text: String) {
        #expect(judge.completeness(of: text) == .unknown)
    }

    @Test func grammarRulesAreParsed() {
        let rules = GrammarRule.rules(of: "<a> = one [two] | (three | <b>)+;\n<b> = four;")
        #expect(
            rules["a"]
                == .oneOf([
                    .sequence([.word("one"), .optional(.word("two"))]),
                    .oneOrMore(.oneOf([.word("three"), .reference("b")])),
                ]))
        #expect(rules["b"] == .word("four"))
    }

    /// Every rule that a slot rule refers to exists, or a branch would be silently lost.
    @Test func slotRulesReferOnlyToExistingRules() {
        let rules = GrammarRule.rules(of: SlotRules.shared)
        func references(_ rule: GrammarRule) -> [String] {
            switch rule {
            case .word: []
            case .reference(let name): [name]
            case .sequence(let parts), .oneOf(let parts): parts.flatMap(references)
            case .optional(let part), .oneOrMore(let part): references(part)
            }
        }
        #expect(rules.count > 20)
        for (name, rule) in rules {
            for target in references(rule) { #expect(rules[target] != nil, "<\(name)> refers to <\(target)>") }
        }
    }
}
