// SPDX-License-Identifier: GPL-3.0-or-later
// Evens out quiet and loud speakers by scaling samples; never changes the hardware's own gain. Pure.

/// A slow gain with a limiter: follows the level of speech, never that of pauses or noise between words.
public struct GainControl: Sendable {
    /// The target level of speech, in dBFS RMS.
    public static let targetDBFS: Float = -23
    /// The range of the gain, in dB.
    public static let range: ClosedRange<Float> = -10...20
    /// The largest output sample, −1 dBFS.
    private static let ceiling: Float = 29_204
    private static let riseDBPerFrame: Float = 0.12
    private static let fallDBPerFrame: Float = 0.5
    /// The lowest level that counts as speech, in dBFS, even if the detector reports speech in softer sound.
    private static let leastLevelDBFS: Float = -62

    /// The slow gain, in dB.
    public private(set) var gainDB: Float = 0
    private var speechDBFS: Float?
    private var applied: Float = 1

    /// Creates a gain control with a gain of 1.
    public init() {}

    /// Scales one 20 ms frame in place, without a jump in the gain.
    public mutating func process(_ frame: UnsafeMutableBufferPointer<Int16>, isSpeech: Bool, levelDBFS: Float) {
        if isSpeech, levelDBFS > Self.leastLevelDBFS { follow(levelDBFS) }
        var peak: Float = 1
        var index = 0
        while index < frame.count {
            peak = max(peak, abs(Float(frame[index])))
            index &+= 1
        }
        // The limit applies only to amplification: input that is already clipped stays as it is.
        let limit = max(1, Self.ceiling / peak)
        let wanted = min(raised(10, to: gainDB / 20), limit)
        // The limit applies from the frame's first sample on; other changes are gradual.
        let start = min(applied, limit)
        let step = (wanted - start) / Float(max(frame.count, 1))
        index = 0
        while index < frame.count {
            let gain = start + step * Float(index &+ 1)
            frame[index] = Int16(max(-32_768, min(32_767, (Float(frame[index]) * gain).rounded())))
            index &+= 1
        }
        applied = wanted
    }

    private mutating func follow(_ levelDBFS: Float) {
        // Follow loud syllables faster than soft ones: they show how loud someone speaks, and every word has soft
        // syllables, too.
        let level = speechDBFS ?? levelDBFS
        let current = level + (levelDBFS > level ? 0.15 : 0.01) * (levelDBFS - level)
        speechDBFS = current
        let wanted = min(max(Self.targetDBFS - current, Self.range.lowerBound), Self.range.upperBound)
        gainDB += min(max(wanted - gainDB, -Self.fallDBPerFrame), Self.riseDBPerFrame)
    }

    /// Forgets the level of speech, because of a different microphone.
    public mutating func reset() {
        self = GainControl()
    }
}
