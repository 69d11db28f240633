// SPDX-License-Identifier: GPL-3.0-or-later
// What is learned about the wake word, kept in its file and used by the spotter.

import JarvisCore
import JarvisRecognition
import JarvisStore

/// The learner of the window.
struct WakeLearner: WakeWordLearner {
    let store: JSONWakeCalibrationStore
    let spotter: KeyphraseSpotter
    let calibrator: WakeCalibrator

    var recordingCount: Int { WakeCalibrator.recordingCount }

    func knows(_ phrase: String) -> Bool { store.load(for: phrase) != nil }

    func learn(_ phrase: String, from recordings: [[Int16]]) async throws {
        let calibration = try await calibrator.calibrate(phrase: phrase, recordings: recordings)
        // A lesson that was cancelled meanwhile changes nothing.
        try Task.checkCancellation()
        try store.save(calibration)
        spotter.recalibrate()
    }
}
