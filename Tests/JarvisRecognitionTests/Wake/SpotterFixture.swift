// SPDX-License-Identifier: GPL-3.0-or-later
// A keyphrase spotter fed from arrays of samples.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisRecognition
import JarvisSpeechTesting
import Synchronization

/// Feeds sound as a microphone would and collects the spotter's reports.
final class SpotterFixture {
    private final class Reports: Sendable {
        let updates = Mutex<[WakeUpdate]>([])
    }

    let spotter: KeyphraseSpotter
    private let reports = Reports()
    private let detector = SpectralVoiceDetector()
    private var position = 0

    convenience init(
        _ phrase: String = "jarvis", percent: Double = 50, isGuarded: Bool = false,
        model: PocketSphinxModel = .installed, calibration: WakeCalibration? = nil,
        transcriber: (any WakeTranscriber)? = nil,
        transcriberRest: FailureRest = FailureRest()
    ) {
        self.init(
            phrase, percent: percent, isGuarded: isGuarded, model: model, transcriber: transcriber,
            transcriberRest: transcriberRest,
            calibrations: { _ in calibration })
    }

    init(
        _ phrase: String = "jarvis", percent: Double = 50, isGuarded: Bool = false,
        model: PocketSphinxModel = .installed, transcriber: (any WakeTranscriber)? = nil,
        transcriberRest: FailureRest = FailureRest(),
        calibrations: @escaping @Sendable (String) -> WakeCalibration?
    ) {
        spotter = KeyphraseSpotter(
            model: model, transcriber: transcriber, transcriberRest: transcriberRest, calibration: calibrations)
        spotter.configure(WakeConfiguration(phrase: phrase, sensitivityPercent: percent))
        begin(isGuarded: isGuarded)
    }

    func begin(isGuarded: Bool = false) {
        let reports = reports
        spotter.begin(isGuarded: isGuarded) { update in reports.updates.withLock { $0.append(update) } }
    }

    /// Everything reported since the last call, once all of the sound has been searched.
    func hear(_ samples: [Int16]) async -> [WakeUpdate] {
        let samples = samples + Sound.noise(seconds: 1, amplitude: 2).samples
        for found in detector.process(all: samples).enumerated() {
            let first = found.offset * AudioFrame.samplesPerFrame
            spotter.accept(
                AudioFrame(
                    samples: Array(samples[first..<first + AudioFrame.samplesPerFrame]),
                    sampleIndex: Int64(position + first), isSpeech: found.element.isSpeech,
                    levelDBFS: found.element.levelDBFS))
        }
        position += samples.count / AudioFrame.samplesPerFrame * AudioFrame.samplesPerFrame
        await spotter.drain()
        return reports.updates.withLock { updates in
            defer { updates = [] }
            return updates
        }
    }

    func hits(_ samples: [Int16]) async -> [WakeHit] {
        await hear(samples).compactMap { if case .heard(let hit) = $0 { hit } else { nil } }
    }
}
