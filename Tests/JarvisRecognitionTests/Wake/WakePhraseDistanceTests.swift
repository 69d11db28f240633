// SPDX-License-Identifier: GPL-3.0-or-later
// How near texts are to a wake phrase, and when the transcriber is asked.

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
        #expect(try distance().distance(of: text) == 0)
    }

    @Test(arguments: ["Javis,", "Jervis", "Charvis", "Jar vis"]) func whatSoundsLikeItIsNear(text: String) throws {
        let found = try #require(try distance().distance(of: text))
        #expect((0..<0.3).contains(found), "\(text) \(found)")
    }

    @Test(arguments: ["What time is it?", "We talked to Jarvis yesterday", "The kitchen light", "2000", "Mm-hmm."])
    func otherWordsAreFar(text: String) throws {
        #expect(try #require(try distance().distance(of: text)) > 0.5, "\(text)")
    }

    @Test func everydayWordsThatResembleItAreHeldAgainstIt() throws {
        #expect(try #require(try distance().distance(of: "Harvest time is near")) > 0.45)
        #expect(try distance("harvest").distance(of: "Harvest") == 0, "not if it is the phrase itself")
    }

    @Test func aTextWithoutWordsHasNone() throws {
        #expect(try distance().distance(of: " … ") == nil)
    }

    @Test func ownPhrasesAreComparedAsTheyAreSpelled() throws {
        let own = try distance("hey zorblax")
        #expect(try #require(own.distance(of: "Hey Zorblacks, stop")) < 0.2)
        #expect(try #require(own.distance(of: "Hey Jarvis")) > 0.4)
    }

    @Test func whatWasLearntIsNearButNotTheSame() throws {
        let text = "Dorothy, what is up"
        let plain = try #require(try distance().distance(of: text))
        let learnt = try #require(try distance(hearings: ["dorothy"]).distance(of: text))
        #expect(plain > 0.4 && learnt > 0.1 && learnt < 0.2)
    }

    // MARK: Moments

    /// The looks at speech as the decisions of a detector have it, and the frame at which each came.
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

    @Test func aShortCallIsListenedToOnceItIsOver() {
        let found = looks(run(false, 50) + run(true, 30) + run(false, 50))
        #expect(found.map(\.frame) == [89], "200 ms after its end")
        #expect(found.first?.look.onset == 16_000)
        #expect(found.first?.look.windows.allSatisfy { $0.lowerBound < 16_000 && $0.upperBound == 28_800 } == true)
    }

    @Test func flowingSpeechIsListenedToOnceAndAgainAfterAPause() {
        let found = looks(run(false, 10) + run(true, 200) + run(false, 8) + run(true, 100) + run(false, 40))
        #expect(found.map(\.frame) == [69, 277])
        #expect(looks(run(true, 30) + run(false, 5) + run(true, 100)).count == 1, "a gap within words is none")
        #expect(looks(run(false, 500)).isEmpty)
    }

    // MARK: Score

    @Test func theEarDecidesAndAClearCallHelps() {
        let threshold = WakeScore.threshold(percent: 50)
        #expect(WakeScore.score(distance: 0, search: nil) > threshold)
        #expect(WakeScore.score(distance: 0.45, search: nil) < threshold)
        #expect(WakeScore.score(distance: 0.45, search: 10) > threshold)
        #expect(WakeScore.score(distance: 0.7, search: 100) < threshold)
        #expect(WakeScore.score(distance: 0, search: nil) > WakeScore.threshold(percent: 50, isGuarded: true))
        #expect(WakeScore.score(distance: 0.4, search: nil) > WakeScore.threshold(percent: 100))
    }
}
