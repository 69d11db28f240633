// SPDX-License-Identifier: GPL-3.0-or-later
// What a voice detector says, and the interface that every voice detector has.

/// The result for one frame.
public struct VoiceActivity: Sendable, Hashable, BitwiseCopyable {
    /// True while someone speaks, short gaps within words included.
    public var isSpeech: Bool
    /// How far the frame lies above the detector's operating point: 0 nothing, 0.5 on the point, 1 certain.
    public var likelihood: Float
    /// RMS level in dBFS, −100…0.
    public var levelDBFS: Float

    /// A decision from its parts.
    public init(isSpeech: Bool, likelihood: Float, levelDBFS: Float) {
        self.isSpeech = isSpeech
        self.likelihood = likelihood
        self.levelDBFS = levelDBFS
    }
}

/// Finds speech frame by frame. A detector belongs to one thread and allocates only when it is made.
public protocol VoiceActivityDetector: AnyObject {
    /// Samples of one frame (16 kHz mono).
    var samplesPerFrame: Int { get }
    /// 0…100 percent: higher hears softer speech and takes more noise for speech.
    var sensitivityPercent: Double { get set }
    /// Takes the next frame of exactly `samplesPerFrame` samples.
    func process(_ frame: UnsafeBufferPointer<Int16>) -> VoiceActivity
    /// Forgets everything heard, as after a change of device.
    func reset()
}

extension VoiceActivityDetector {
    /// Runs over whole frames of `samples` and returns one decision for each.
    public func process(all samples: [Int16]) -> [VoiceActivity] {
        let length = samplesPerFrame
        return samples.withUnsafeBufferPointer { samples in
            (0..<samples.count / length).map { index in
                process(UnsafeBufferPointer(rebasing: samples[index * length..<(index + 1) * length]))
            }
        }
    }
}
