// SPDX-License-Identifier: GPL-3.0-or-later
// The pure parts of wake-word detection: pronunciations, gate, position in the speech, score, choice of a calibration.

import JarvisCore
import Testing

@testable import JarvisRecognition

struct WakeRulesTests {
    private func frame(_ index: Int, _ isSpeech: Bool) -> AudioFrame {
        AudioFrame(
            samples: [Int16](repeating: 0, count: 320), sampleIndex: Int64(index * 320), isSpeech: isSpeech,
            levelDBFS: -30)
    }

    @Test func pronunciationsVaryOneSoundAtATime() {
        let variants = WakePronunciations.variants(of: ["JH", "AA", "R", "V", "IH", "S"])
        #expect(variants.contains(["JH", "AA", "V", "IH", "S"]), "non-rhotic")
        #expect(variants.contains(["JH", "AA", "R", "V", "AH", "S"]), "reduced")
        #expect(variants.contains(["CH", "AA", "R", "V", "IH", "S"]), "voiceless")
        #expect(WakePronunciations.withoutPostvocalicR(["R", "EH", "R", "IY", "ER"]) == ["R", "EH", "R", "IY", "AH"])
    }

    @Test func customPhrasesGetPronunciations() throws {
        let model = PocketSphinxModel.installed
        let ways = try WakePronunciations(phrase: "Hey, Zorblax!", model: model).ways
        #expect(ways.first?.prefix(2) == ["HH", "EY"])
        #expect((2...WakePronunciations.limit).contains(ways.count) && Set(ways).count == ways.count)
        #expect(throws: RecognitionFailure.self) { try WakePronunciations(phrase: "?!", model: model) }
    }

    @Test func theGatePassesSpeechAndTheSoundJustBefore() {
        var gate = WakeGate()
        for index in 0..<100 { #expect(gate.take(frame(index, false)) == nil) }
        let first = gate.take(frame(100, true))
        #expect(first?.isFirst == true && first?.frames.count == 15 && first?.frames.last?.sampleIndex == 32_000)
        var last = 0
        for index in 101..<200 where gate.take(frame(index, false)) != nil { last = index }
        #expect(last == 125, "half a second of silence closes it")
    }

    @Test func theLeadIsCountedFromTheLastPause() {
        var onsets = SpeechOnsets()
        for index in 0..<50 { onsets.append(index < 20 || index >= 30, firstSample: Int64(index * 320)) }
        #expect(onsets.leadFrames(before: 10 * 320) == 10)
        #expect(onsets.leadFrames(before: 30 * 320) == 0, "a pause of 200 ms is a new beginning")
        #expect(onsets.leadFrames(before: 45 * 320) == 15)
        #expect(onsets.speechShare(in: 20 * 320..<40 * 320) == 0.5)
        onsets.append(true, firstSample: 1_000_000)
        #expect(onsets.leadFrames(before: 1_000_320) == 1, "another stream forgets the one before")
    }

    @Test func theScoreDependsOnLengthAndPosition() {
        func score(frames: Int, lead: Int = 0, share: Double = 1) -> Double {
            let match = KeyphraseMatch(pronunciation: 0, firstFrame: 100, lastFrame: 99 + frames, decades: 0)
            return WakeScore.score(match, phoneCount: 6, leadFrames: lead, speechShare: share)
        }
        #expect(score(frames: 20) < score(frames: 40))
        #expect(score(frames: 40) < score(frames: 60))
        #expect(score(frames: 60, lead: 15) == score(frames: 60), "300 ms after the onset is still the beginning")
        #expect(score(frames: 60, lead: 40) < score(frames: 60) - 20)
        #expect(score(frames: 60, share: 0.3) < score(frames: 60) - 20, "clatter")
    }

    @Test func moreSensitivityLowersTheThreshold() {
        let steps = [0.0, 25, 50, 75, 100].map { WakeScore.threshold(percent: $0) }
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
        #expect(WakeScore.threshold(percent: 400) == steps[4])
    }

    @Test func aPronunciationIsNotJudgedByItsOwnRecording() {
        let table = [[0.0, 0, 0], [60, -90, -90], [20, 20, 20]]
        #expect(WakeCalibrator.choose(table, origins: [nil, 0, nil]) == [2])
    }
}
