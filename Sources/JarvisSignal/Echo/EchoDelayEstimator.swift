// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates how late the microphone picks up playback, for sound servers whose clocks don't say. Pure.

/// Finds the delay between two sounds by comparing which bands are louder than usual: one bit for each of 20 bands per
/// frame. Uses binary spectra, like WebRTC's delay-agnostic canceller.
///
/// Belongs to one thread; allocates only on creation.
public final class EchoDelayEstimator {
    /// The longest delay found, in frames of 20 ms: about half a second.
    public static let limit = 26
    /// The smoothing factor of a candidate's agreement: about 1 s.
    private static let memory: Float = 0.98
    /// The least agreement, in bits of 20, to accept an echo at all; chance reaches less.
    private static let leastAgreement: Float = 12.2
    /// A new delay must agree better than the current one by this many bits, for this many frames.
    private static let advantage: Float = 0.5
    private static let patience = 15
    private static let leastFrames = 25

    /// The delay in frames; nil until an echo has been recognized.
    public private(set) var delayFrames: Int?

    private let reference = BandAnalyzer()
    private let microphone = BandAnalyzer()
    private let means: UnsafeMutablePointer<Float>
    private let past: UnsafeMutablePointer<UInt32>
    private let agreement: UnsafeMutablePointer<Float>
    private var frames = 0
    private var candidate = 0
    private var insistence = 0

    /// Creates an estimator that has heard nothing.
    public init() {
        means = .allocate(capacity: 2 * BandAnalyzer.bandCount)
        past = .allocate(capacity: Self.limit)
        agreement = .allocate(capacity: Self.limit)
        means.initialize(repeating: -60, count: 2 * BandAnalyzer.bandCount)
        past.initialize(repeating: 0, count: Self.limit)
        agreement.initialize(repeating: 10, count: Self.limit)
    }

    deinit {
        means.deallocate()
        past.deallocate()
        agreement.deallocate()
    }

    /// Processes 320 samples each of playback and microphone that are simultaneous according to the clocks.
    /// - Returns: True if the delay has changed.
    public func process(
        reference played: UnsafeBufferPointer<Int16>, microphone heard: UnsafeBufferPointer<Int16>
    ) -> Bool {
        reference.process(played)
        microphone.process(heard)
        var index = Self.limit &- 1
        while index > 0 {
            past[index] = past[index &- 1]
            index &-= 1
        }
        past[0] = bits(reference, means)
        let now = bits(microphone, means + BandAnalyzer.bandCount)
        var best = 0
        index = 0
        while index < Self.limit {
            // Skip silence, which matches at every delay.
            if past[index] != 0, now != 0 {
                let same = Float(BandAnalyzer.bandCount &- (past[index] ^ now).nonzeroBitCount)
                agreement[index] = Self.memory * agreement[index] + (1 - Self.memory) * same
            }
            if agreement[index] > agreement[best] { best = index }
            index &+= 1
        }
        frames &+= 1
        return decide(best)
    }

    private func decide(_ best: Int) -> Bool {
        let isBetter =
            agreement[best] > Self.leastAgreement && best != delayFrames
            && agreement[best] > (delayFrames.map { agreement[$0] + Self.advantage } ?? 0)
        guard isBetter, frames > Self.leastFrames else {
            insistence = 0
            return false
        }
        insistence = best == candidate ? insistence &+ 1 : 0
        candidate = best
        guard insistence >= (delayFrames == nil ? 5 : Self.patience) else { return false }
        delayFrames = best
        return true
    }

    /// The bands that are louder than their own mean over about half a second, one bit each.
    private func bits(_ analyzer: BandAnalyzer, _ means: UnsafeMutablePointer<Float>) -> UInt32 {
        var word: UInt32 = 0
        var band = 0
        while band < BandAnalyzer.bandCount {
            let level = max(analyzer.levels[band], -90)
            if level > means[band], level > -75 { word |= 1 << UInt32(band) }
            means[band] += 0.04 * (level - means[band])
            band &+= 1
        }
        return word
    }

    /// Forgets everything, because of a new device.
    public func reset() {
        reference.reset()
        microphone.reset()
        means.update(repeating: -60, count: 2 * BandAnalyzer.bandCount)
        past.update(repeating: 0, count: Self.limit)
        agreement.update(repeating: 10, count: Self.limit)
        delayFrames = nil
        frames = 0
        insistence = 0
    }
}
