// SPDX-License-Identifier: GPL-3.0-or-later
// Detects double talk: does the canceller's residual hold more than our own voice leaves behind? Pure.

/// Compares an echo canceller's residual with the echo that it removed, band by band. Learns how much echo usually
/// remains and how much that varies; anything beyond is someone in the room.
///
/// Belongs to one thread; allocates only on creation.
public final class NearEndDetector {
    /// The samples in a frame: 20 ms at 16 kHz.
    public static let samplesPerFrame = BandAnalyzer.samplesPerFrame

    /// The share of frames whose residual should lie below the expected echo.
    private static let quantile: Float = 0.7
    /// Echo decays no faster than this, in dB per frame: a room of 0.5 s.
    private static let decay: Float = 2.4
    private static let learningStep: Float = 0.1
    /// For its first 3 s of sound, a new echo path is learned this many times faster.
    private static let freshness: Float = 4
    private static let freshFrames = 150
    /// The lowest expected ratio of residual to echo, in dB.
    private static let leastLeakage: Float = -40
    /// The residual of an echo that is expected half a sample off, in dB at 1 kHz; and how much it falls per frame
    /// while the canceller adapts.
    private static let displacedLeakage: Float = -14
    private static let following: Float = 0.3
    /// The same residual if the canceller adapted to a misplaced echo before that was noticed: recovery takes a second
    /// or two.
    private static let mislearnedLeakage: Float = -6
    private static let forgetting: Float = 0.15
    /// Our own voice exceeds the expectation for at most this many frames, 100 ms; anything longer is someone.
    private static let longestBurst = 5
    /// A burst ends after this many other frames, 0.1 s: speech over a louder echo arrives in fragments.
    private static let pauseFrames = 5
    /// Our own voice may mask a speaker for this long before and after detection, 1 s. On detection the threshold
    /// therefore returns to its value one to two such periods earlier, and learning pauses for one more.
    private static let hiddenFrames = 50
    /// Anything still present after this many frames with our own voice, 4 s, is our voice in a different room.
    private static let longestPresence = 200
    /// The most excess that one band contributes, in dB, so that no single band decides.
    private static let bandLimit: Float = 12
    private static let leastThreshold: Float = 1.5
    /// The highest threshold, at which even a poor canceller lets loud speakers be detected: excess reaches 12 dB.
    private static let mostThreshold: Float = 7
    /// The margin above the excess that our own voice alone stays below in about 95 of 100 frames, in dB.
    private static let margin: Float = 1
    /// The share of rising steps in `learn`, which, together with its faster fall from high values, settles at 95 of
    /// 100 frames.
    private static let usual: Float = 0.99
    /// A band carries echo if it lies this far above the noise, in dB.
    private static let audibility: Float = 13
    /// The autocorrelation from which a frame counts as voiced.
    private static let voicedPeriodicity: Float = 0.6

    /// The excess of the residual over the expected echo, averaged over the bands, in dB (0…12).
    public private(set) var excess: Float = 0
    /// The excess above which a frame counts as someone else's sound, in dB.
    public private(set) var threshold: Float = leastThreshold

    private let residual = BandAnalyzer()
    private let echo = BandAnalyzer()
    private let bands: UnsafeMutablePointer<Band>
    /// The excess that our own voice alone stays below in about 95 of 100 frames, in dB.
    private var ordinary: Float = leastThreshold - margin
    private var previous: Float = 0
    private var activeFrames = 0
    /// Frames of the current burst; `framesSinceNear` counts those since its last one.
    private var nearFrames = 0
    private var framesSinceNear = 0
    /// Frames with our own voice while someone is present; `presenceFramesLeft` is how long they are still assumed to
    /// be.
    private var presenceFrames = 0
    private var presenceFramesLeft = 0
    /// `ordinary` at the start of the last two periods of `hiddenFrames`.
    private var ordinaryBefore = (older: leastThreshold - margin, newer: leastThreshold - margin)
    private var framesSinceBefore = 0
    /// The lowest expected ratio of residual to echo, in dB, raised while the canceller adapts to a displaced echo.
    private var displaced = leastLeakage
    private var displacedFall = following

    private struct Band {
        /// The ratio of residual to echo, in dB.
        var leakage: Float = -3
        /// The level of the echo including its decay, in dB.
        var echo: Float = -120
        var noise: Float = 0
    }

    /// Creates a detector that does not know the room.
    public init() {
        bands = .allocate(capacity: BandAnalyzer.bandCount)
        bands.initialize(repeating: Band(), count: BandAnalyzer.bandCount)
    }

    deinit {
        bands.deallocate()
    }

    /// True if the last frame's residual is a voiced sound.
    public var isVoiced: Bool { residual.periodicity() > Self.voicedPeriodicity }

    /// True while the echo path is new.
    private var isFresh: Bool { activeFrames < Self.freshFrames }

    /// True if this frame counts as our own voice, from which the detector may learn.
    private var isLearning: Bool { isFresh || presenceFramesLeft == 0 || presenceFrames > Self.longestPresence }

    /// Processes 320 samples of the residual and of the removed echo.
    /// - Returns: True if the residual holds more than our own voice explains.
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

    /// Counts the frames of a burst, and those with someone present.
    /// - Returns: True if someone has just been detected.
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
        // Fall faster from higher values, so that the effect of someone's speech fades.
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

    /// Updates a band with its levels in the residual and in the removed echo.
    /// - Returns: How far the residual exceeds the expected echo, in dB.
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

    /// Adapts to an echo that has been located elsewhere to within about a sample: more of it remains until the
    /// canceller has adapted, too.
    /// - Parameter hasMislearned: True if the canceller adapted to the wrong place before that.
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
