// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of microphone sound, as delivered by the capture thread.

/// 20 ms of mono speech at 16 kHz with the capture thread's analysis.
public struct AudioFrame: Sendable {
    public static let sampleRateHertz = 16_000
    public static let samplesPerFrame = 320
    public static let duration: Duration = .milliseconds(20)

    /// 320 samples, 16 kHz mono.
    public var samples: [Int16]
    /// Position of the first sample since capture began.
    public var sampleIndex: Int64
    /// True if the voice-activity detector finds speech.
    public var isSpeech: Bool
    /// Likelihood of speech against the detector's threshold: 0 none, 0.5 at the threshold, 1 certain.
    public var likelihood: Float
    /// RMS level in dBFS, −100…0.
    public var levelDBFS: Float

    /// True if JARVIS's own voice may be audible in this frame.
    public var isPlaying: Bool
    /// While JARVIS's voice is audible: true if there is more sound than its echo.
    public var isNear: Bool
    /// While JARVIS's voice is audible: true if the sound besides its echo is voiced.
    public var isVoiced: Bool
    /// While JARVIS's voice is audible: the share of the received power that its echo does not explain, 0…1.
    public var nearShare: Float
    /// While JARVIS's voice is audible: true if its echo has just turned up at a different delay than expected. The
    /// sound that seemed to come from another speaker was that echo.
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
