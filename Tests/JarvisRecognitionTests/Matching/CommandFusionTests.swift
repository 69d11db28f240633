// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
@testable import JarvisRecognition
import Testing

struct CommandFusionTests {
    private let fusion: CommandFusion

    init() throws {
        let patterns = try TestCommands.patterns
        let builder = GrammarBuilder(vocabulary: TestCommands.vocabulary)
        let grammar = try #require(builder.grammar(of: patterns))
        fusion = CommandFusion(
            matcher: try CommandMatcher(
                grammar, beginnings: builder.grammar(ofBeginnings: patterns), model: .installed),
            reader: CommandReader(patterns: patterns, vocabulary: TestCommands.vocabulary))
    }

    private func decide(
        _ heard: String?, grammar: String? = nil, margin: Double = -10, noise: Double = 0, alternatives: [String] = []
    ) -> CommandDecision {
        let match = grammar.map {
            GrammarMatch(words: $0.split(separator: " ").map(String.init), margin: margin, wordShare: 1)
        }
        return fusion.decide(
            match, isBelieved: margin >= CommandJudge.acceptedMargin, noise: noise,
            heard: heard?.split(separator: " ").map(String.init),
            alternatives: alternatives.map { $0.split(separator: " ").map(String.init) })
    }

    private func words(_ decision: CommandDecision) -> String? {
        if case .command(let words, _) = decision { words.joined(separator: " ") } else { nil }
    }

    @Test(arguments: [
        ("Set a timer for 10 minutes.", "set a timer for ten minutes"), ("Open fire fox.", "open firefox"),
        ("Tell me a Jake.", "tell me a joke"),
        ("What time is it, please?", "what time is it please"),
    ])
    func textThatSoundsLikeACommandBecomesThatCommand(heard: String, command: String) {
        #expect(words(decide(heard)) == command)
    }

    @Test(arguments: [
        "He set a timer for an hour and then he went out.", "The weather was nice in the mountains.",
        "Search my history for milk.", "Take a note buy milk and bread.", "What is nine times?",
        "I would like to know who wrote that book.",
    ])
    func otherSpeechAndFreeTextAreUnchanged(heard: String) {
        #expect(decide(heard) == .freeText)
        #expect(decide(heard, grammar: "search my history for me", margin: 4) == .freeText)
    }

    @Test func transcriptsOfAlteredCopiesAreEvidenceForACommand() {
        let (heard, command) = ("Said at time of four ten millets.", "set a timer for ten minutes")
        let (same, other) = (
            ["Set a timer for ten minutes.", "Set a timer for ten minute."],
            ["We said it at the time.", "Settle a time before then."]
        )
        func probability(_ alternatives: [String]) -> Double {
            let candidates = fusion.candidates(
                nil, isBelieved: false, noise: 0, heard: heard.split(separator: " ").map(String.init),
                alternatives: alternatives.map { $0.split(separator: " ").map(String.init) })
            return candidates.first { $0.command.joined(separator: " ") == command }?.probability ?? 0
        }
        #expect(probability(same) > probability([]) && probability([]) > probability(other))
        #expect(words(decide(heard, alternatives: same)) == command)
        #expect(decide(heard, alternatives: other) == .freeText)
    }

    @Test func onlyTextCloseToACommandButUncertainIsInDoubt() {
        func isInDoubt(_ heard: String) -> Bool {
            fusion.isInDoubt(nil, isBelieved: false, noise: 0, heard: heard.split(separator: " ").map(String.init))
        }
        #expect(isInDoubt("Said at time of four ten millets."))
        #expect(!isInDoubt("Set a timer for ten minutes."))
        #expect(!isInDoubt("Yesterday we went to the market and bought some apples."))
    }

    private func likelihoods(_ values: [String: Double]) -> PhraseLikelihoods {
        let phrases = values.map { ($0.key.split(separator: " ").map(String.init), $0.value) }
        return PhraseLikelihoods(written: -2, phrases: Dictionary(uniqueKeysWithValues: phrases))
    }

    @Test func doubtfulTextHasDistinctRivalsToCompare() {
        let heard = "Said at time of four ten millets.".split(separator: " ").map(String.init)
        let rivals = fusion.rivals(nil, isBelieved: false, noise: 0, heard: heard).map { $0.joined(separator: " ") }
        #expect(rivals.first == "set a timer for ten minutes" && (2...10).contains(rivals.count), "\(rivals)")
        #expect(Set(rivals).count == rivals.count)
        for certain in ["Set a timer for 10 minutes.", "Take a note buy milk and bread."] {
            let words = certain.split(separator: " ").map(String.init)
            #expect(fusion.rivals(nil, isBelieved: false, noise: 0, heard: words).isEmpty, "\(certain)")
        }
    }

    @Test func theCommandMostLikelyFromTheSoundIsChosen() {
        let heard = "Set a time or four fifty minutes.".split(separator: " ").map(String.init)
        func decide(_ values: [String: Double]) -> CommandDecision {
            fusion.decide(nil, isBelieved: false, noise: 0, heard: heard, likelihoods: likelihoods(values))
        }
        let likely = decide(["set a timer for fifteen minutes": -1, "set a timer for fifty minutes": -9])
        #expect(words(likely) == "set a timer for fifteen minutes")
        #expect(decide(["set a timer for fifteen minutes": -35, "set a timer for fifty minutes": -40]) == .freeText)
        #expect(decide([:]) == .freeText)
        let note = fusion.decide(
            nil, isBelieved: false, noise: 0, heard: ["Take", "a", "note", "buy", "milk."],
            likelihoods: likelihoods(["take a note": 1]))
        #expect(note == .freeText, "free text stays free")
    }

    @Test func pronounsAreNotReplaced() {
        #expect(decide("What can we do?", grammar: "what can you do", margin: 3) == .freeText)
        #expect(words(decide("What can you do?", grammar: "what can you do", margin: 3)) == "what can you do")
    }

    @Test func aLongCommandIsNotPenalizedForItsLength() {
        let order = "i want a double shot medium roast sixteen ounce mocha with a lot of almond milk"
        let evidence = CommandEvidence(
            source: .grammar, command: order.split(separator: " ").map(String.init), margin: 9, noise: 0, distance: 0.1,
            meanDistance: 0.1, worstWord: 0.5, contradiction: 0, votes: 1, lag: 0, wordShare: 1)
        #expect(evidence.probability > 0.8)
    }

    @Test func unspokenWordsAreNotAdded() {
        #expect(decide("What is nine times?", grammar: "what is nine times ten", margin: 9) == .freeText)
    }

    @Test func theGrammarDecidesBetweenSimilarNumbers() {
        #expect(
            words(decide("What is 12 plus 40?", grammar: "what is twelve plus fourteen", margin: 4))
                == "what is twelve plus fourteen")
        #expect(
            words(decide("What is 12 plus 40?", grammar: "what is twelve plus ninety", margin: 4))
                == "what is twelve plus forty")
        #expect(
            words(decide("What is 12 plus 40?", grammar: "what is twelve plus fourteen", margin: -2))
                == "what is twelve plus forty")
    }

    @Test func withoutATranscriptTheGrammarMustBeSure() {
        #expect(decide(nil) == .nothing)
        #expect(decide(nil, grammar: "stop the timer", margin: -1) == .nothing)
        #expect(decide(nil, grammar: "stop the timer", margin: 5) == .nothing)
        #expect(words(decide(nil, grammar: "stop the timer", margin: 9)) == "stop the timer")
    }

    @Test func withoutATranscriptASingleWordNeedsLessCertainty() {
        #expect(words(decide(nil, grammar: "mute", margin: 3)) == "mute")
        #expect(decide(nil, grammar: "mute", margin: -3) == .nothing)
    }

    @Test func aGoodAcousticMatchMayDifferMoreFromTheTranscript() {
        let heard = "Seven times or four twenty five minutes."
        #expect(words(decide(heard, grammar: "set a timer for twenty five minutes", margin: 9)) != nil)
        #expect(decide(heard, grammar: "what is forty plus five", margin: -9) == .freeText)
    }

    @Test func noiseExcusesAContradictingWord() {
        #expect(decide("Cancel your alarms now.", grammar: "cancel all alarms", margin: -2) == .freeText)
        let inNoise = decide("Cancel our arms.", grammar: "cancel all alarms", margin: 3, noise: 4)
        #expect(words(inNoise) == "cancel all alarms")
    }

    @Test func aClearlyDifferentTranscriptOverridesTheGrammar() {
        #expect(words(decide("Stop the tiger now.", grammar: "stop the timer", margin: 8)) == "stop the timer")
        #expect(decide("We went to the sea.", grammar: "stop the timer", margin: 8) == .freeText)
    }

    @Test(arguments: [
        ("Delete all my notes.", "delete all my alarms"),
        ("Set a timer for ten minutes for the eggs.", "set a timer for ten minutes four hours"),
        ("Set a timer for two minutes and thirty seven.", "set a timer for two minutes and thirty seven hours"),
    ])
    func aDifferentCommandIsNotSubstituted(heard: String, grammar: String) {
        #expect(decide(heard, grammar: grammar, margin: 4) == .freeText)
    }

    @Test(arguments: [
        ("Search my, his study for milk.", ["search", "my", "history", "for"], 5),
        ("Remind me and twenty minutes to turn off the hermit.", ["remind", "me", "in", "twenty", "minutes", "to"], 6),
        ("Take an oat buy bread.", ["take", "a", "note"], 3),
    ])
    func onlyTheBeginningBeforeFreeTextIsCorrected(heard: String, beginning: [String], replaced: Int) {
        #expect(decide(heard) == .freeTextAfter(beginning, wordsReplaced: replaced))
    }

    @Test func wordsThatNoBeginningHasAreNotReplaced() throws {
        let patterns = try [
            "remind me [on] {day} [at {time}] to {label:text}", "good afternoon", "set a timer for {length:duration}",
        ].map { try UtterancePattern($0) }
        let builder = GrammarBuilder(vocabulary: TestCommands.vocabulary)
        let fusion = CommandFusion(
            matcher: try CommandMatcher(
                try #require(builder.grammar(of: patterns)), beginnings: builder.grammar(ofBeginnings: patterns),
                model: .installed),
            reader: CommandReader(patterns: patterns, vocabulary: TestCommands.vocabulary))
        func decide(_ heard: String) -> CommandDecision {
            fusion.decide(
                nil, isBelieved: false, noise: 0, heard: heard.split(separator: " ").map(String.init))
        }
        #expect(decide("Remind me on Thursday afternoon to water the plants.") == .freeText)
        #expect(
            decide("Remind me on Thursday at moon to water the plants.")
                == .freeTextAfter(["remind", "me", "on", "thursday", "at", "noon", "to"], wordsReplaced: 7))
    }

    @Test(arguments: ["Remind me to", "Remind me at", "Search my history for"])
    func anIncompletePhraseIsNotACommand(heard: String) {
        #expect(decide(heard, grammar: "remind me", margin: 8) == .freeText)
    }

    @Test func aCommandTranscribedTwiceCountsOnce() {
        #expect(words(decide("What time is it? What time is it?")) == "what time is it")
    }

    @Test func aNumberThatNeitherRecognizerFoundMayWin() {
        let heard = "Set a time or fourteen minutes".split(separator: " ").map(String.init)
        var found = likelihoods([
            "set a timer for two minutes": -1.4, "set a timer for fourteen minutes": -6.4,
            "set a timer for ten minutes": 3,
        ])
        found.proposals = ["set a timer for ten minutes".split(separator: " ").map(String.init)]
        let grammar = GrammarMatch(
            words: "set a timer for two minutes".split(separator: " ").map(String.init), margin: 7.5, wordShare: 1)
        let decision = fusion.decide(grammar, isBelieved: true, noise: 0, heard: heard, likelihoods: found)
        #expect(words(decision) == "set a timer for ten minutes")
    }

    @Test func aNumberThatNoCommandContainsDoesNotWin() {
        let heard = "Set an alarm for eleven dirty".split(separator: " ").map(String.init)
        let wrong = "set an alarm for eleven ninety"
        var found = likelihoods(["set an alarm for eleven thirty": -1, wrong: 3])
        found.proposals = [wrong.split(separator: " ").map(String.init)]
        let decision = fusion.decide(nil, isBelieved: false, noise: 0, heard: heard, likelihoods: found)
        #expect(words(decision) == "set an alarm for eleven thirty")
    }

    @Test(arguments: [
        ("Set a timer for ten minutes.", 0.0, false), ("Take a note buy milk and bread.", 0, false),
        ("Yesterday we went to the market and bought some apples.", 0, false),
        ("Said at time of four ten millets.", 0, true), ("Stopped it.", 0, true),
        ("Set a timer for ten minutes.", 2, true),
    ])
    func theGrammarIsNeededOnlyWhereItMayMatter(heard: String, noise: Double, isNeeded: Bool) {
        let words = heard.split(separator: " ").map(String.init)
        #expect(fusion.needsGrammar(for: words, noise: noise) == isNeeded)
    }

    @Test(arguments: [
        ("Set a timer for ten", false), ("Sat a timer for ten", true), ("Yesterday we went to the market", false),
    ])
    func theNeedForTheGrammarShowsWhileSomebodySpeaks(heard: String, isNeeded: Bool) {
        let words = heard.split(separator: " ").map(String.init)
        #expect(fusion.willNeedGrammar(for: words, noise: 0) == isNeeded)
        #expect(fusion.willNeedGrammar(for: words, noise: 2))
    }
}
