// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the level for the visualizer: RMS in dBFS, and a smoothed form in 0…1.

/// Measures 20 ms frames: RMS in dBFS, mapped −70…0 dBFS → 0…1 and smoothed 0.7 old / 0.3 new per frame.
public struct LevelMeter: Sendable {
    /// The smoothed level, 0…1.
    public private(set) var level: Float = 0
    /// The RMS level of the last frame in dBFS, −100…0.
    public private(set) var levelDBFS: Float = -100

    /// Creates a meter at rest.
    public init() {}

    /// Processes a 20 ms frame without allocating.
    public mutating func process(_ frame: UnsafeBufferPointer<Int16>) {
        levelDBFS = rmsDBFS(frame)
        level = 0.7 * level + 0.3 * Self.normalized(levelDBFS)
    }

    /// Resets the level to silence at once.
    public mutating func reset() {
        level = 0
        levelDBFS = silenceDBFS
    }

    /// Maps −70…0 dBFS to 0…1.
    public static func normalized(_ levelDBFS: Float) -> Float {
        min(max((levelDBFS + 70) / 70, 0), 1)
    }

    /// The RMS level of samples in dBFS, −100…0.
    public static func dBFS(_ samples: [Int16]) -> Float {
        samples.withUnsafeBufferPointer(rmsDBFS)
    }

    /// The RMS level of samples in dBFS, −100…0. Does not allocate.
    public static func dBFS(_ samples: UnsafeBufferPointer<Int16>) -> Float {
        rmsDBFS(samples)
    }
}
