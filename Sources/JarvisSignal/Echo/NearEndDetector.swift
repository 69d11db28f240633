// SPDX-License-Identifier: GPL-3.0-or-later
// Double-talk detector: is there more in the canceller's residual than our own voice leaves behind? Pure.

/// Compares the residual of an echo canceller with the echo that it took out, band by band. How much echo usually
/// remains, and how far it scatters, is learned while it runs; what stands out of both is someone in the room.
///
/// Belongs to one thread; allocates only when made.
public final class NearEndDetector {
    /// 320: 20 ms at 16 kHz.
    public static let samplesPerFrame = BandAnalyzer.samplesPerFrame

    /// Share of the frames whose residual lies below what is expected of the echo.
    private static let quantile: Float = 0.7
    /// Echo dies away no faster than this, in dB per frame: a room of 0.5 s.
    private static let decay: Float = 2.4
    private static let learningStep: Float = 0.1
    /// A fresh echo path is learned this much faster, for its first 3 s of sound.
    private static let freshness: Float = 4
    private static let freshFrames = 150
    /// Residual over echo is never less than this, in dB.
    private static let leastLeakage: Float = -40
    /// What an echo leaves that is expected half a sample beside where it is, in dB at 1 kHz, and how much less that is
    /// with each frame in which the canceller follows.
    private static let displacedLeakage: Float = -14
    private static let following: Float = 0.3
    /// The same where the canceller has learned from an echo in the wrong place before it was noticed: it needs a second
    /// or two for that.
    private static let mislearnedLeakage: Float = -6
    private static let forgetting: Float = 0.15
    /// Our own voice stands out for this long at most, 100 ms; what lasts longer is someone.
    private static let longestBurst = 5
    /// A burst ends after this many other frames, 0.1 s: speech over a louder echo is heard in pieces.
    private static let pauseFrames = 5
    /// Our own voice may hide a speaker for this long before and after they are heard, 1 s: when they are found, the
    /// threshold goes back by one to two such times, and nothing is learned for one more.
    private static let hiddenFrames = 50
    /// But what is still there after this many frames with our own voice, 4 s, is that voice in another room.
    private static let longestPresence = 200
    /// Excess that one band can contribute, in dB: no single band decides.
    private static let bandLimit: Float = 12
    private static let leastThreshold: Float = 1.5
    /// However badly the canceller does, someone loud is heard: excess reaches 12 dB.
    private static let mostThreshold: Float = 7
    /// Distance kept from what our own voice alone reaches in 95 of 100 frames or so, in dB.
    private static let margin: Float = 1
    /// With the faster fall from further up (`learn`).
    private static let usual: Float = 0.99
    /// A band carries echo when it lies this far above the noise, in dB.
    private static let audibility: Float = 13
    /// Autocorrelation from which a frame counts as voiced.
    private static let voicedPeriodicity: Float = 0.6

    /// Excess of the residual over what is expected of the echo, mean over the bands, in dB (0…12).
    public private(set) var excess: Float = 0
    /// Excess from which a frame counts as someone else's sound.
    public private(set) var threshold: Float = leastThreshold

    private let residual = BandAnalyzer()
    private let echo = BandAnalyzer()
    private let bands: UnsafeMutablePointer<Band>
    /// The excess of our own voice alone in 95 of 100 frames or so, in dB.
    private var ordinary: Float = leastThreshold - margin
    private var previous: Float = 0
    private var activeFrames = 0
    /// Frames of the burst that goes on, and those since its last one.
    private var nearFrames = 0
    private var framesSinceNear = 0
    /// Frames with our own voice in which someone has been there, and frames for which they are still believed to be.
    private var presenceFrames = 0
    private var presenceFramesLeft = 0
    /// `ordinary` when the last two times of `hiddenFrames` began.
    private var ordinaryBefore = (older: leastThreshold - margin, newer: leastThreshold - margin)
    private var framesSinceBefore = 0
    /// Least residual over echo that is expected, in dB, while the canceller follows an echo that was displaced.
    private var displaced = leastLeakage
    private var displacedFall = following

    private struct Band {
        /// Residual over echo, in dB.
        var leakage: Float = -3
        /// The echo's level with its dying away, in dB.
        var echo: Float = -120
        var noise: Float = 0
    }

    /// A detector that knows nothing of the room yet.
    public init() {
        bands = .allocate(capacity: BandAnalyzer.bandCount)
        bands.initialize(repeating: Band(), count: BandAnalyzer.bandCount)
    }

    deinit {
        bands.deallocate()
    }

    /// True when the residual of the last frame is a voiced sound.
    public var isVoiced: Bool { residual.periodicity() > Self.voicedPeriodicity }

    /// The echo path is new.
    private var isFresh: Bool { activeFrames < Self.freshFrames }

    /// What is heard is our own voice, as far as is known.
    private var isLearning: Bool { isFresh || presenceFramesLeft == 0 || presenceFrames > Self.longestPresence }

    /// Takes 320 samples of the residual and of the echo that was taken out of them.
    /// - Returns: true when the residual holds more than our own voice explains.
    @discardableResult
    public func process(
        residual frame: UnsafeBufferPointer<Int16>, echo estimate: UnsafeBufferPointer<Int16>
    ) -> Bool {
        residual.process(frame)
        echo.process(estimate)
        let step = isLearning ? Self.learningStep * (isFresh ? Self.freshness : 1) : 0
        var sum: Float = 0
        var isActive = false
        var index = 0
        while index < BandAnalyzer.bandCount {
            sum += take(&bands[index], residual.levels[index], echo.levels[index], step, &isActive)
            index &+= 1
        }
        let current = sum / Float(BandAnalyzer.bandCount)
        if isActive { displaced = max(Self.leastLeakage, displaced - displacedFall) }
        excess = 0.5 * (previous + current)
        previous = current
        let isNear = excess > threshold
        if count(isNear, isActive: isActive), !isFresh {
            setOrdinary(min(ordinary, ordinaryBefore.older))
        } else if isLearning, isActive {
            learn()
        }
        return isNear
    }

    /// Counts the frames of a burst, and those with someone in them.
    /// - Returns: true when someone has just been found.
    private func count(_ isNear: Bool, isActive: Bool) -> Bool {
        if isNear {
            framesSinceNear = 0
            nearFrames &+= 1
        } else {
            framesSinceNear &+= 1
            if framesSinceNear >= Self.pauseFrames { nearFrames = 0 }
        }
        let wasThere = presenceFramesLeft > 0
        presenceFramesLeft = nearFrames > Self.longestBurst ? Self.hiddenFrames : max(0, presenceFramesLeft &- 1)
        if presenceFramesLeft == 0 {
            presenceFrames = 0
        } else if isActive {
            presenceFrames &+= 1
        }
        return !wasThere && presenceFramesLeft > 0
    }

    private func learn() {
        let isFresh = isFresh
        activeFrames &+= 1
        let rate = 0.04 * (isFresh ? Self.freshness : 1)
        // The further up, the faster down: what someone's speech has raised is forgotten.
        let fall = (1 - Self.usual) * (1 + ordinary - excess)
        setOrdinary(ordinary + rate * (excess > ordinary ? Self.usual : -fall))
        framesSinceBefore &+= 1
        guard isFresh || framesSinceBefore >= Self.hiddenFrames else { return }
        framesSinceBefore = 0
        ordinaryBefore = (older: isFresh ? ordinary : ordinaryBefore.newer, newer: ordinary)
    }

    private func setOrdinary(_ level: Float) {
        ordinary = min(level, Self.mostThreshold - Self.margin)
        threshold = max(Self.leastThreshold, ordinary + Self.margin)
    }

    /// - Returns: how far the band stands out of what is expected, in dB.
    private func take(
        _ band: inout Band, _ level: Float, _ taken: Float, _ step: Float, _ isActive: inout Bool
    ) -> Float {
        band.echo = max(taken, band.echo - Self.decay)
        if band.noise == 0 { band.noise = level }
        band.noise = level < band.noise ? 0.8 * band.noise + 0.2 * level : min(band.noise + 0.035, level)
        let left = raised(10, to: 0.1 * (max(band.leakage, displaced) + band.echo))
        let expected = 10 * logarithm10(left + 2.5 * raised(10, to: 0.1 * band.noise))
        let ratio = level - expected
        if band.echo > band.noise + Self.audibility {
            isActive = true
            guard displaced <= band.leakage else { return min(max(ratio, 0), Self.bandLimit) }
            band.leakage += ratio > 0 ? Self.quantile * step : (Self.quantile - 1) * step
            band.leakage = min(max(band.leakage, Self.leastLeakage), 6)
        }
        return min(max(ratio, 0), Self.bandLimit)
    }

    /// The echo has been found in another place, right to about a sample: until the canceller has followed, it leaves
    /// more of it than before.
    /// - Parameter hasMislearned: the canceller has heard it in the wrong place meanwhile.
    public func followEcho(hasMislearned: Bool = false) {
        displaced = hasMislearned ? Self.mislearnedLeakage : Self.displacedLeakage
        displacedFall = hasMislearned ? Self.forgetting : Self.following
    }

    /// Forgets the room.
    public func reset() {
        residual.reset()
        echo.reset()
        bands.update(repeating: Band(), count: BandAnalyzer.bandCount)
        ordinary = Self.leastThreshold - Self.margin
        threshold = Self.leastThreshold
        previous = 0
        activeFrames = 0
        nearFrames = 0
        framesSinceNear = 0
        presenceFrames = 0
        presenceFramesLeft = 0
        ordinaryBefore = (older: ordinary, newer: ordinary)
        framesSinceBefore = 0
        displaced = Self.leastLeakage
    }
}
