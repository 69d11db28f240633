// SPDX-License-Identifier: GPL-3.0-or-later
// Our own voice at the wrong time: a device that has stumbled plays on a little later than the clocks say, and what the
// canceller then leaves behind sounds like someone. Pure.

/// Remembers what the microphone heard and the echo that was expected in it, and compares them at other distances.
///
/// Belongs to one thread; allocates only when made.
public final class DisplacedEcho {
    /// 320: 20 ms at 16 kHz.
    public static let samplesPerFrame = 320
    /// Longest delay looked for, and longest lead, in samples: 80 ms and 25 ms. A sound server that loses a period of the
    /// microphone makes the echo come earlier; PipeWire's have up to 21 ms.
    private static let mostLate = 1280
    private static let mostEarly = 400
    /// The compared stretch: 75 ms of the newest sound.
    private static let compared = 1200
    /// Sound kept: eight frames and what is looked at before them.
    private static let kept = compared + mostEarly + mostLate
    /// Nearer than this, in samples, speech agrees with itself by chance, and the canceller follows by itself.
    private static let leastDistance = 8
    /// Correlation from which on it is our own voice; speech of others reaches 0.5 somewhere by chance.
    private static let recognition: Float = 0.65
    /// It must agree better there than where it was expected, by this factor.
    private static let advantage: Float = 1.3
    /// It is about as loud as it was expected to be; speech over a soft echo is louder.
    private static let plausibleGains: ClosedRange<Float> = 0.4...2

    /// Every this many near frames, whether they are our own voice is looked for. Two answers in a row that differ by no
    /// more samples than this are believed: before anyone else is, and chance does not say the same twice.
    private static let doubtedFrames = 2
    private static let agreedSamples = 2
    /// A burst of near frames ends after this many others: 0.2 s.
    private static let pauseFrames = 10

    private let heard: UnsafeMutablePointer<Float>
    private let expected: UnsafeMutablePointer<Float>
    private let agreement = CrossCorrelation(width: mostLate + mostEarly + 1)
    private var lastHeard: Float = 0
    private var lastExpected: Float = 0
    private var nearFrames = 0
    private var framesSinceNear = 0
    private var suspected: Int?

    /// Our own voice may come at another time than expected; the next answer decides.
    public var isSuspected: Bool { suspected != nil }

    /// Of a room in which nothing was heard yet.
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

    /// Remembers 320 samples of the microphone and of the echo that was expected in them.
    public func remember(microphone: UnsafeBufferPointer<Int16>, echo: UnsafeBufferPointer<Int16>) {
        append(microphone, to: heard, &lastHeard)
        append(echo, to: expected, &lastExpected)
    }

    /// To be asked in each frame that has been remembered.
    /// - Parameter isForeign: the frame is taken for someone else's sound.
    /// - Returns: how many samples later than expected (earlier when negative) our own voice comes, once that is certain.
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

    /// How many samples later than expected (earlier when negative) our own voice was heard in the last 75 ms; nil when
    /// it was heard when it was expected, or not at all.
    public func find() -> Int? {
        let found = agreement.compare(heard + Self.mostLate, with: expected, count: Self.compared)
        let late = Self.mostLate - found.distance
        let isElsewhere = agreement[found.distance] > Self.advantage * agreement[Self.mostLate]
        let isOurs = found.coefficient > Self.recognition && Self.plausibleGains.contains(found.gain)
        return abs(late) >= Self.leastDistance && isElsewhere && isOurs ? late : nil
    }

    /// Forgets everything.
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

    /// Differences instead of samples: low tones would agree with themselves at many distances.
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
