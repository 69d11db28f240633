// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol of voice detectors, and their result.

/// A voice detector's result for one frame.
public struct VoiceActivity: Sendable, Hashable, BitwiseCopyable {
    /// True during speech, including short gaps within words.
    public var isSpeech: Bool
    /// How likely speech is, 0…1: 0 not at all, 0.5 at the detector's operating point, 1 certain.
    public var likelihood: Float
    /// The RMS level in dBFS, −100…0.
    public var levelDBFS: Float

    /// Creates a result from its parts.
    public init(isSpeech: Bool, likelihood: Float, levelDBFS: Float) {
        self.isSpeech = isSpeech
        self.likelihood = likelihood
        self.levelDBFS = levelDBFS
    }
}

/// Finds speech frame by frame. Used on one thread; allocates only on creation.
public protocol VoiceActivityDetector: AnyObject {
    /// The samples in a frame (16 kHz mono).
    var samplesPerFrame: Int { get }
    /// Sensitivity in percent, 0…100: higher values detect softer speech, but also take more noise for speech.
    var sensitivityPercent: Double { get set }
    /// Processes the next frame of exactly `samplesPerFrame` samples.
    func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity
    /// Forgets all sound, as after a change of device.
    func reset()
}

extension VoiceActivityDetector {
    /// Processes whole frames of `samples` and returns one decision for each.
    public func process(all samples: [Int16]) -> [VoiceActivity] {
        let length = samplesPerFrame
        return samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / length).map { index in
                process(UnsafeBufferPointer(rebasing: samples[index * length..<(index + 1) * length]))
            }
        }
    }
}
