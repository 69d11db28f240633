// SPDX-License-Identifier: GPL-3.0-or-later
// How close texts are to a wake phrase, and when the transcriber is called.

import JarvisCore
import Testing

@testable import JarvisRecognition

struct WakePhraseDistanceTests {
    private func distance(_ phrase: String = "jarvis", hearings: [String] = []) throws -> WakePhraseDistance {
        WakePhraseDistance(
            phrase: phrase, ways: try WakePronunciations.listed(phrase, model: .installed), hearings: hearings,
            model: .installed)
    }

    @Test(arguments: ["Jarvis.", "Jarvis, what time is it?", "Hey Jarvis,", "Okay, Jarvis", "The Jarvis"])
    func thePhraseAtTheBeginningHasNoDistance(text: String) throws {
        #expect(try distance().nearness(of: text)?.distance == 0)
    }

    @Test(arguments: ["Javis,", "Jervis", "Charvis", "Jar vis"]) func similarSoundingTextIsNear(text: String) throws {
        let found = try #require(try distance().nearness(of: text)?.distance)
        #expect((0..<0.3).contains(found), "\(text) \(found)")
    }

    @Test(arguments: ["What time is it?", "We talked to Jarvis yesterday", "The kitchen light", "2000", "Mm-hmm."])
    func otherWordsAreFar(text: String) throws {
        #expect(try #require(try distance().nearness(of: text)?.distance) > 0.5, "\(text)")
    }

    @Test func aTextWithoutWordsHasNoDistance() throws {
        #expect(try distance().nearness(of: " … ")?.distance == nil)
    }

    @Test func customPhrasesAreComparedBySpelling() throws {
        let own = try distance("hey zorblax")
        #expect(try #require(own.nearness(of: "Hey Zorblacks, stop")?.distance) < 0.2)
        #expect(try #require(own.nearness(of: "Hey Jarvis")?.distance) > 0.4)
    }

    @Test func aLearntHearingIsNearButNotExact() throws {
        let text = "Dorothy, what is up"
        let plain = try #require(try distance().nearness(of: text))
        let learnt = try #require(try distance(hearings: ["dorothy"]).nearness(of: text))
        #expect(plain.distance > 0.4 && !plain.isLearnt)
        #expect(learnt.distance > 0.1 && learnt.distance < 0.2 && learnt.isLearnt)
    }

    @Test func thePhraseIsTriedInItsUsualSpellings() {
        #expect(
            WakePhraseDistance.beginnings(of: "jarvis", like: "What time")
                == ["Jarvis", "Hey Jarvis", "Hey, Jarvis"])
        #expect(
            WakePhraseDistance.beginnings(of: "okay butler", like: "Oh, the door").suffix(2)
                == ["Oh Okay Butler", "Oh, Okay Butler"])
    }

    // MARK: Moments

    /// The looks that a sequence of speech decisions triggers, and the frame of each.
    private func looks(_ decisions: [Bool]) -> [(frame: Int, look: OnsetLooks.Look)] {
        var looks = OnsetLooks()
        return decisions.enumerated().compactMap { index, isSpeech in
            let frame = AudioFrame(
                samples: [Int16](repeating: 0, count: 320), sampleIndex: Int64(index * 320), isSpeech: isSpeech,
                levelDBFS: -30)
            return looks.take(frame).map { (index, $0) }
        }
    }

    private func run(_ isSpeech: Bool, _ frames: Int) -> [Bool] { [Bool](repeating: isSpeech, count: frames) }

    @Test func aShortCallIsTranscribedAfterItEnds() {
        let found = looks(run(false, 50) + run(true, 30) + run(false, 50))
        #expect(found.map(\.frame) == [89], "200 ms after its end")
        #expect(found.first?.look.onset == 16_000)
        #expect(found.first?.look.windows.allSatisfy { $0.lowerBound < 16_000 && $0.upperBound == 28_800 } == true)
    }

    @Test func continuousSpeechIsTranscribedOnceAndAfterEachPause() {
        let found = looks(run(false, 10) + run(true, 200) + run(false, 8) + run(true, 100) + run(false, 40))
        #expect(found.map(\.frame) == [69, 277])
        #expect(looks(run(true, 30) + run(false, 5) + run(true, 100)).count == 1, "a gap within words is none")
        #expect(looks(run(false, 500)).isEmpty)
    }

    // MARK: Score

    private func score(_ distance: Double, _ likelihood: Double?, isLearnt: Bool = false, search: Double?) -> Double {
        let nearness = WakePhraseDistance.Nearness(distance: distance, isLearnt: isLearnt)
        return WakeScore.score(.init(text: "", nearness: nearness, likelihood: likelihood), search: search)
    }

    @Test func theTranscriptDecidesAndAClearSearchHelps() {
        let threshold = WakeScore.threshold(percent: 50)
        #expect(score(0, nil, search: nil) > threshold)
        #expect(score(0.45, nil, search: nil) < threshold)
        #expect(score(0.45, nil, search: 10) > threshold)
        #expect(score(0.7, nil, search: 100) < threshold)
        #expect(score(0, nil, search: nil) > WakeScore.threshold(percent: 50, isGuarded: true))
        #expect(score(0.4, nil, search: nil) > WakeScore.threshold(percent: 100))
    }

    @Test func likelihoodCountsMoreThanTheTranscript() {
        let threshold = WakeScore.threshold(percent: 50)
        #expect(score(0.5, -3, search: nil) > threshold, "\"God is\", and \"Jarvis\" nearly as likely")
        #expect(score(0.27, -9, search: -20) < threshold, "\"The Java\"")
        #expect(score(0.4, -7.5, search: nil) < threshold && score(0.4, -7.5, search: 10) > threshold)
        #expect(score(0, -1, search: nil) > WakeScore.threshold(percent: 50, isGuarded: true))
        #expect(score(0.15, -20, isLearnt: true, search: nil) > threshold, "the user says it like that")
    }
}
