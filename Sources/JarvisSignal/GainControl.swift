// SPDX-License-Identifier: GPL-3.0-or-later
// Brings quiet and loud speakers to one level by scaling samples; the hardware's own gain is never touched. Pure.

/// Slow gain with a limiter: follows the level of speech, never that of silence or noise between the words.
public struct GainControl: Sendable {
    /// Level that speech is brought to, in dBFS RMS.
    public static let targetDBFS: Float = -23
    /// Most that is added and taken away, in dB.
    public static let range: ClosedRange<Float> = -10...20
    /// Loudest sample that comes out.
    private static let ceiling: Float = 29_204
    private static let riseDBPerFrame: Float = 0.12
    private static let fallDBPerFrame: Float = 0.5
    /// Speech softer than this is not amplified further, whatever the detector says.
    private static let leastLevelDBFS: Float = -62

    /// The slow gain, in dB.
    public private(set) var gainDB: Float = 0
    private var speechDBFS: Float?
    private var applied: Float = 1

    /// Gain 1.
    public init() {}

    /// Scales one frame of 20 ms in place, without a step within it.
    public mutating func process(_ frame: UnsafeMutableBufferPointer<Int16>, isSpeech: Bool, levelDBFS: Float) {
        if isSpeech, levelDBFS > Self.leastLevelDBFS { follow(levelDBFS) }
        var peak: Float = 1
        var index = 0
        while index < frame.count {
            peak = max(peak, abs(Float(frame[index])))
            index &+= 1
        }
        // What came in clipped stays as it is; only amplification is limited.
        let limit = max(1, Self.ceiling / peak)
        let wanted = min(raised(10, to: gainDB / 20), limit)
        // A limit holds from the frame's first sample on; all else glides.
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
        // Loud syllables say how loud someone speaks; soft ones are part of every word.
        let level = speechDBFS ?? levelDBFS
        let current = level + (levelDBFS > level ? 0.15 : 0.01) * (levelDBFS - level)
        speechDBFS = current
        let wanted = min(max(Self.targetDBFS - current, Self.range.lowerBound), Self.range.upperBound)
        gainDB += min(max(wanted - gainDB, -Self.fallDBPerFrame), Self.riseDBPerFrame)
    }

    /// Another microphone: what is known of its level is forgotten.
    public mutating func reset() {
        self = GainControl()
    }
}
