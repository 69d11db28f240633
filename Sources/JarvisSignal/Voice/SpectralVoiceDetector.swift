// SPDX-License-Identifier: GPL-3.0-or-later
// Detects voices by rules: band levels above an adaptive noise floor, voicing, and duration.

/// Finds speech in 20 ms frames at 16 kHz. Fricatives count as much as vowels; clicks are too short, and hum and steady
/// noise become part of the floor.
public final class SpectralVoiceDetector: VoiceActivityDetector {
    /// A run of this many frames above the threshold is speech even without a voiced frame (a long "sh").
    private static let unvoicedRunForSpeech = 6
    private static let voicedRunForSpeech = 2
    private static let lowestLevelDBFS: Float = -72
    /// The autocorrelation above which a frame counts as voiced.
    private static let voicedPeriodicity: Float = 0.65
    /// The most frames without a voiced one in speech: 0.5 s.
    private static let unvoicedLimit = 25

    /// The samples in a frame: 20 ms.
    public let samplesPerFrame = BandAnalyzer.samplesPerFrame
    /// Sensitivity in percent; the detector is tuned at 50.
    public var sensitivityPercent: Double = 50 {
        didSet { threshold = Self.threshold(at: sensitivityPercent) }
    }

    private let analyzer = BandAnalyzer()
    private let floor = NoiseFloor()
    private var threshold = SpectralVoiceDetector.threshold(at: 50)
    private var isSpeaking = false
    private var scoringRun = 0
    private var voicedRun = 0
    private var speechFrames = 0
    private var hangover = 0
    private var framesSinceVoiced = 0

    /// Creates a detector that has heard nothing.
    public init() {}

    /// Forgets all sound, including the background.
    public func reset() {
        analyzer.reset()
        floor.reset()
        isSpeaking = false
        scoringRun = 0
        voicedRun = 0
        speechFrames = 0
        hangover = 0
    }

    /// Processes the next 320 samples (20 ms).
    public func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity {
        precondition(frame.count == samplesPerFrame, "the detector takes frames of exactly 20 ms")
        let level = rmsDBFS(frame)
        analyzer.process(frame)
        let score = level < Self.lowestLevelDBFS ? 0 : self.score()
        decide(score)
        floor.update(analyzer.levels, isQuiet: !isSpeaking && score < threshold)
        return VoiceActivity(isSpeech: isSpeaking, likelihood: score / (score + threshold), levelDBFS: level)
    }

    /// How far each band exceeds the noise, averaged over the bands, in dB; limited so that no single band decides.
    private func score() -> Float {
        var sum: Float = 0
        var band = 0
        while band < BandAnalyzer.bandCount {
            let excess = analyzer.levels[band] - floor.levels[band] - 4
            if excess > 0 { sum += min(excess, 14) }
            band &+= 1
        }
        return sum / Float(BandAnalyzer.bandCount)
    }

    private func decide(_ score: Float) {
        if isSpeaking {
            framesSinceVoiced = isVoiced() ? 0 : framesSinceVoiced &+ 1
            if score > 0.6 * threshold, framesSinceVoiced < Self.unvoicedLimit {
                speechFrames &+= 1
                // Long enough to bridge the closure of a stop consonant, and longer after more speech.
                hangover = speechFrames > 10 ? 6 : 4
            } else if hangover > 0 {
                hangover &-= 1
            } else {
                isSpeaking = false
                scoringRun = 0
                voicedRun = 0
            }
            return
        }
        guard score > threshold else {
            scoringRun = 0
            voicedRun = 0
            return
        }
        scoringRun &+= 1
        voicedRun = isVoiced() ? voicedRun &+ 1 : 0
        if voicedRun >= Self.voicedRunForSpeech || scoringRun >= Self.unvoicedRunForSpeech {
            isSpeaking = true
            framesSinceVoiced = 0
            speechFrames = 0
            hangover = 4
        }
    }

    private func isVoiced() -> Bool {
        analyzer.periodicity() > Self.voicedPeriodicity
    }

    /// The score that speech must exceed: 2.8 at 0 %, 1.4 at 50 %, 0.7 at 100 %.
    private static func threshold(at percent: Double) -> Float {
        1.4 * raised(2, to: Float(50 - min(max(percent, 0), 100)) / 50)
    }
}
