// SPDX-License-Identifier: GPL-3.0-or-later
// Detects our own voice at an unexpected time: after a dropout, a device plays slightly later than the clocks say, and
// the canceller's residual then sounds like another speaker. Pure.

/// Remembers the microphone's sound and the expected echo, and compares them at other offsets.
///
/// Belongs to one thread; allocates only on creation.
public final class DisplacedEcho {
    /// The samples in a frame: 20 ms at 16 kHz.
    public static let samplesPerFrame = 320
    /// The longest delay to search for, in samples: 80 ms. The longest lead, `mostEarly`, is 25 ms: if a sound server
    /// loses a period of the microphone, the echo arrives earlier, and PipeWire's periods are up to 21 ms.
    private static let mostLate = 1280
    private static let mostEarly = 400
    /// The length of the newest sound to compare: 75 ms.
    private static let compared = 1200
    /// The length of sound to keep: the compared length, plus the search range before it.
    private static let kept = compared + mostEarly + mostLate
    /// At smaller offsets, in samples, speech matches itself by chance, and the canceller adapts on its own.
    private static let leastDistance = 8
    /// The correlation that identifies our own voice; other speech reaches 0.5 somewhere by chance.
    private static let recognition: Float = 0.65
    /// The correlation must exceed that at the expected time by this factor.
    private static let advantage: Float = 1.3
    /// The gain of our own voice, which is about as loud as expected; another speaker over a soft echo is louder.
    private static let plausibleGains: ClosedRange<Float> = 0.4...2

    /// Searches for our own voice once per this many frames that may be someone else's. Two successive results within
    /// `agreedSamples` of each other are trusted, since chance rarely gives the same result twice; until then the
    /// frames don't count as someone else's.
    private static let doubtedFrames = 2
    private static let agreedSamples = 2
    /// A burst of such frames ends after this many other frames: 0.2 s.
    private static let pauseFrames = 10

    private let heard: UnsafeMutablePointer<Float>
    private let expected: UnsafeMutablePointer<Float>
    private let agreement = CrossCorrelation(width: mostLate + mostEarly + 1)
    private var lastHeard: Float = 0
    private var lastExpected: Float = 0
    private var nearFrames = 0
    private var framesSinceNear = 0
    private var suspected: Int?

    /// True if our own voice may have arrived at an unexpected time; the next result decides.
    public var isSuspected: Bool { suspected != nil }

    /// Creates a detector that has no sound yet.
    public init() {
        func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
            let values = UnsafeMutablePointer<Float>.allocate(capacity: count)
            values.initialize(repeating: 0, count: count)
            return values
        }
        heard = zeros(Self.kept)
        expected = zeros(Self.kept)
    }

    deinit {
        for values in [heard, expected] { values.deallocate() }
    }

    /// Stores 320 samples of the microphone and of the expected echo.
    public func remember(microphone: UnsafeBufferPointer<Int16>, echo: UnsafeBufferPointer<Int16>) {
        append(microphone, to: heard, &lastHeard)
        append(echo, to: expected, &lastExpected)
    }

    /// Checks a stored frame; call it once for each.
    /// - Parameter isForeign: True if the frame is taken for someone else's sound.
    /// - Returns: How many samples later than expected (earlier if negative) our own voice arrives, once certain.
    public func doubt(isForeign: Bool) -> Int? {
        guard isForeign else {
            framesSinceNear &+= 1
            if framesSinceNear > Self.pauseFrames { forgetBurst() }
            return nil
        }
        framesSinceNear = 0
        nearFrames &+= 1
        guard nearFrames % Self.doubtedFrames == 0 else { return nil }
        let before = suspected
        suspected = find()
        guard let before, let late = suspected, abs(late - before) <= Self.agreedSamples else { return nil }
        forgetBurst()
        return late
    }

    /// How many samples later than expected (earlier if negative) our own voice arrived in the last 75 ms; nil if it
    /// was on time, or absent.
    public func find() -> Int? {
        let found = agreement.compare(heard + Self.mostLate, with: expected, count: Self.compared)
        let late = Self.mostLate - found.distance
        let isElsewhere = agreement[found.distance] > Self.advantage * agreement[Self.mostLate]
        let isOurs = found.coefficient > Self.recognition && Self.plausibleGains.contains(found.gain)
        return abs(late) >= Self.leastDistance && isElsewhere && isOurs ? late : nil
    }

    /// Forgets all sound.
    public func reset() {
        heard.update(repeating: 0, count: Self.kept)
        expected.update(repeating: 0, count: Self.kept)
        lastHeard = 0
        lastExpected = 0
        forgetBurst()
    }

    private func forgetBurst() {
        nearFrames = 0
        framesSinceNear = 0
        suspected = nil
    }

    /// Stores the differences between samples: in the samples themselves, low tones would match at many offsets.
    private func append(_ frame: UnsafeBufferPointer<Int16>, to past: UnsafeMutablePointer<Float>, _ last: inout Float)
    {
        past.update(from: past + Self.samplesPerFrame, count: Self.kept - Self.samplesPerFrame)
        let target = past + (Self.kept - Self.samplesPerFrame)
        var index = 0
        while index < Self.samplesPerFrame {
            let sample = Float(frame[index])
            target[index] = sample - last
            last = sample
            index &+= 1
        }
    }
}
