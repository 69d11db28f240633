// SPDX-License-Identifier: GPL-3.0-or-later
// Stores how the user says the wake word, and passes it to the detector.

import JarvisCore
import JarvisRecognition
import JarvisStore

/// Learns the wake word on behalf of the window.
struct WakeLearner: WakeWordLearner {
    let store: JSONWakeCalibrationStore
    let spotter: KeyphraseSpotter
    let calibrator: WakeCalibrator

    var recordingCount: Int { WakeCalibrator.recordingCount }

    func knows(_ phrase: String) -> Bool { store.load(for: phrase) != nil }

    func learn(_ phrase: String, from recordings: [[Int16]]) async throws {
        let calibration = try await calibrator.calibrate(phrase: phrase, recordings: recordings)
        // A lesson that was cancelled changes nothing.
        try Task.checkCancellation()
        try store.save(calibration)
        spotter.recalibrate()
    }
}
