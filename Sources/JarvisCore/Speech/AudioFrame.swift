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
    /// RMS level in dBFS, −100…0.
    public var levelDBFS: Float

    public init(samples: [Int16], sampleIndex: Int64, isSpeech: Bool, levelDBFS: Float) {
        self.samples = samples
        self.sampleIndex = sampleIndex
        self.isSpeech = isSpeech
        self.levelDBFS = levelDBFS
    }
}
