// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of microphone sound, as the capture thread hands it over.

/// 20 ms of mono speech at 16 kHz with what the capture thread found in it.
public struct AudioFrame: Sendable {
    public static let sampleRateHertz = 16_000
    public static let samplesPerFrame = 320
    public static let duration: Duration = .milliseconds(20)

    /// 320 samples, 16 kHz mono.
    public var samples: [Int16]
    /// Position of the first sample since capture began.
    public var sampleIndex: Int64
    /// True when the voice-activity detector hears speech.
    public var isSpeech: Bool
    /// How far it lies above the detector's threshold: 0 nothing, 0.5 on it, 1 certain.
    public var likelihood: Float
    /// RMS level in dBFS, −100…0.
    public var levelDBFS: Float

    /// JARVIS's own voice could be heard in this frame.
    public var isPlaying: Bool
    /// While JARVIS's voice can be heard: there is more sound than that.
    public var isNear: Bool
    /// While JARVIS's voice can be heard: what remains is a voiced sound.
    public var isVoiced: Bool
    /// While JARVIS's voice can be heard: the share of the power heard that it does not explain, 0…1.
    public var nearShare: Float
    /// While JARVIS's voice can be heard: it has just been found to come at another time than expected, and what was taken
    /// for someone before was that voice.
    public var isEchoMoved: Bool

    public init(
        samples: [Int16], sampleIndex: Int64, isSpeech: Bool, levelDBFS: Float, isPlaying: Bool = false,
        isNear: Bool = true, isVoiced: Bool = true, nearShare: Float = 1, isEchoMoved: Bool = false,
        likelihood: Float? = nil
    ) {
        self.samples = samples
        self.sampleIndex = sampleIndex
        self.isSpeech = isSpeech
        self.likelihood = likelihood ?? (isSpeech ? 1 : 0)
        self.levelDBFS = levelDBFS
        self.isPlaying = isPlaying
        self.isNear = isNear
        self.isVoiced = isVoiced
        self.nearShare = nearShare
        self.isEchoMoved = isEchoMoved
    }
}
