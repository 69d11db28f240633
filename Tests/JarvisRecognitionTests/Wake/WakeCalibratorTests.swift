// SPDX-License-Identifier: GPL-3.0-or-later
// Wake-word calibration with voices other than JARVIS's own.

import JarvisCore
import JarvisSpeechTesting
import Testing

@testable import JarvisRecognition
@testable import JarvisSynthesis

@Suite(.timeLimit(.minutes(3)))
struct WakeCalibratorTests {
    private func recordings(_ text: String) async throws -> [[Int16]] {
        var all: [[Int16]] = []
        for voice in ["slt", "rms", "awb"] {
            all.append(try await Speaker.say(text, voice: voice, synthesizer: ESpeakSynthesizer()))
        }
        return all
    }

    @Test func calibratedPronunciationsAreDetected() async throws {
        let spoken = try await recordings("Jarvis")
        let calibration = try await WakeCalibrator(model: .installed).calibrate(phrase: "jarvis", recordings: spoken)
        #expect((1...5).contains(calibration.pronunciations.count))
        #expect(calibration.scores.count == 3 && (-16...0).contains(calibration.thresholdOffset))
        let fixture = SpotterFixture(calibration: calibration)
        for samples in spoken {
            #expect(await fixture.hits(samples).count == 1)
            fixture.begin()
        }
    }

    @Test func calibrationRejectsMissingPhrasesAndTooFewRecordings() async throws {
        var spoken = try await recordings("Jarvis")
        spoken[1] = Sound.noise(seconds: 1, amplitude: 3).samples
        await #expect(throws: WakeCalibrationFailure.phraseNotHeard(recording: 1)) {
            try await WakeCalibrator(model: .installed).calibrate(phrase: "jarvis", recordings: spoken)
        }
        await #expect(throws: WakeCalibrationFailure.tooFewRecordings(needed: 3)) {
            try await WakeCalibrator(model: .installed).calibrate(phrase: "jarvis", recordings: Array(spoken.prefix(2)))
        }
    }
}
