// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisSignal
import JarvisSpeechTesting
import Testing

@testable import JarvisRecognition

struct CommandJudgeTests {
    @Test func confidenceGrowsWithTheMargin() {
        #expect(abs(CommandJudge.confidence(margin: CommandJudge.acceptedMargin) - 0.5) < 1e-9)
        #expect(CommandJudge.confidence(margin: 11) > 0.95)
        #expect(CommandJudge.confidence(margin: -15) < 0.01)
    }

    @Test func agreementIsMeasuredInWords() {
        #expect(CommandJudge.agrees(command: ["what", "time", "is", "it"], dictation: ["what", "time", "is", "a"]))
        #expect(!CommandJudge.agrees(command: ["what", "time"], dictation: ["go", "away", "now"]))
        #expect(!CommandJudge.agrees(command: [], dictation: []))
        #expect(CommandJudge.distance(["a", "b", "c"], ["b", "c", "d"]) == 2)
    }

    @Test func noiseIsAllowedForOnlyIfBothSearchesAgree() {
        let quiet = Sound.noise(seconds: 1, amplitude: 30).samples
        let loud = Sound.noise(seconds: 1, amplitude: 3_000).samples
        let noisy = Sound.noise(seconds: 2, amplitude: 1_000).samples
        var match = GrammarMatch(words: ["what", "time"], margin: -3, wordShare: 0.8)
        #expect(!CommandJudge.accepts(match, in: noisy))
        match.support = .similar
        #expect(!CommandJudge.accepts(match, in: noisy))
        match.support = .same
        #expect(CommandJudge.accepts(match, in: noisy))
        #expect(!CommandJudge.accepts(match, in: quiet + loud), "in a quiet room nothing has to be made up for")
        match.words = ["stop"]
        #expect(!CommandJudge.accepts(match, in: noisy), "one word is easily found twice")
    }

    @Test func aContradictedCommandNeedsALargerMargin() {
        let time = ["what", "time", "is", "it"]
        #expect(CommandJudge.support(time, time) == .same)
        #expect(CommandJudge.support(time, ["what", "time", "is", "it", "now"]) == .similar)
        #expect(CommandJudge.support([], time) == .contradicted)
        var match = GrammarMatch(words: time, margin: 2, wordShare: 0.8)
        #expect(CommandJudge.accepts(match, in: []))
        match.support = .contradicted
        #expect(!CommandJudge.accepts(match, in: []))
        match.margin = CommandJudge.contradictedMargin
        #expect(CommandJudge.accepts(match, in: []))
    }

    @Test func silenceAndNoiseAreNotSpeech() {
        #expect(!SpeechGate.hasSpeech([]))
        #expect(!SpeechGate.hasSpeech([Int16](repeating: 0, count: 32_000)))
        #expect(!SpeechGate.hasSpeech(Sound.noise(seconds: 2, amplitude: 3_000).samples))
    }

    /// Noise that starts suddenly is loud compared with the silence before it, and the language model may be sure of a
    /// word in it.
    @Test func longNoiseIsNotASingleWord() {
        let silence = [Int16](repeating: 0, count: 8_000)
        let long = silence + Sound.noise(seconds: 4, amplitude: 3_000).samples
        #expect(SpeechGate.hasSpeech(long))
        #expect(!SpeechGate.hasSpeech(long, ofWords: 1))
        #expect(SpeechGate.hasSpeech(long, ofWords: 4))
        #expect(SpeechGate.hasSpeech(silence + Sound.noise(seconds: 0.6, amplitude: 3_000).samples, ofWords: 1))
        #expect(!SpeechGate.hasSpeech([], ofWords: 1))
    }

    @Test func onlyRepeatedWordsAreShown() {
        var partial = StablePartial()
        #expect(partial.update(["what"]) == nil)
        #expect(partial.update(["what", "time"]) == ["what"])
        #expect(partial.update(["what", "timer"]) == nil)
        #expect(partial.update(["what", "timer", "is"]) == ["what", "timer"])
    }

    @Test func theFirstWordsOfACutHypothesisNeedThreeUnlessTheyAreLikely() {
        var partial = StablePartial()
        partial.isCautious = true
        #expect(partial.update(["set", "a", "timer"]) == nil)
        #expect(partial.update(["set", "a", "timer", "for"]) == nil)
        #expect(partial.update(["set", "a", "timer", "for", "ten"]) == ["set", "a", "timer"])
        #expect(partial.update(["set", "a", "timer", "for", "ten"]) == ["set", "a", "timer", "for"])
        var likely = StablePartial()
        likely.isCautious = true
        #expect(likely.update(["set", "a", "timer"], isLikely: true) == ["set", "a"])
    }

    @Test func shownWordsStayUntilRepeatedlyContradicted() {
        var partial = StablePartial()
        _ = partial.update(["set", "a", "timer"])
        #expect(partial.update(["set", "a", "timer"]) == ["set", "a", "timer"])
        // Two different hypotheses, then back.
        #expect(partial.update(["set", "an", "alarm"]) == nil)
        #expect(partial.update(["set", "an", "alarm"]) == nil)
        #expect(partial.update(["set", "a", "timer", "for"]) == nil)
        #expect(partial.update(["set", "a", "timer", "for"]) == ["set", "a", "timer", "for"])
        // A shorter hypothesis contradicts nothing.
        for _ in 0..<8 { #expect(partial.update(["set", "a"]) == nil) }
        var changes: [[String]] = []
        for _ in 0..<5 { if let words = partial.update(["set", "an", "alarm"]) { changes.append(words) } }
        #expect(changes == [["set", "an", "alarm"]])
        #expect(partial.settle(on: ["stop"]) == ["stop"])
        #expect(partial.settle(on: ["stop"]) == nil)
    }

    @Test func aPauseEndsWhenSoundRisesForThreeFrames() {
        let room = Sound.noise(seconds: 1, amplitude: 30).samples
        let loud = Sound.noise(seconds: 0.2, amplitude: 3_000).samples
        var watch = SpeechGate.Watch(after: room + loud)
        // A click of 40 ms doesn't count.
        let heard = [room, Array(loud.prefix(640)) + room, loud, room].map { watch.hears($0) }
        #expect(heard == [false, false, true, true])
    }

    @Test(arguments: [
        ("<s> what time(2) IS it </s>", ["what", "time", "is", "it"]), ("[NOISE] ++UH++ <sil>", []), ("", []),
    ])
    func fillersAndVariantMarksAreRemoved(hypothesis: String, words: [String]) {
        #expect(Decoder.plainWords(hypothesis) == words)
    }
}
