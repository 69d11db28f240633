// SPDX-License-Identifier: GPL-3.0-or-later
// Loudness for the picture: RMS level in dBFS and its smoothed 0…1 form.

/// Measures frames of 20 ms: RMS in dBFS, mapped −70…0 dBFS → 0…1 and smoothed 0.7 old / 0.3 new per frame.
public struct LevelMeter: Sendable {
    /// Smoothed level 0…1.
    public private(set) var level: Float = 0
    /// RMS level of the last frame in dBFS, −100…0.
    public private(set) var levelDBFS: Float = -100

    /// A meter at rest.
    public init() {}

    /// Takes a frame of 20 ms; allocates nothing.
    public mutating func process(_ frame: UnsafeBufferPointer<Int16>) {
        levelDBFS = rmsDBFS(frame)
        level = 0.7 * level + 0.3 * Self.normalized(levelDBFS)
    }

    /// Back to silence at once.
    public mutating func reset() {
        level = 0
        levelDBFS = silenceDBFS
    }

    /// −70…0 dBFS as 0…1.
    public static func normalized(_ levelDBFS: Float) -> Float {
        min(max((levelDBFS + 70) / 70, 0), 1)
    }

    /// RMS level of samples in dBFS, −100…0.
    public static func dBFS(_ samples: [Int16]) -> Float {
        samples.withUnsafeBufferPointer(rmsDBFS)
    }

    /// RMS level of samples in dBFS, −100…0; allocates nothing.
    public static func dBFS(_ samples: UnsafeBufferPointer<Int16>) -> Float {
        rmsDBFS(samples)
    }
}
