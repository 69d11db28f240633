// SPDX-License-Identifier: GPL-3.0-or-later
// Where a known room's echo lies now: finds by how many samples the clocks have moved since the room was learned. Pure.

/// Compares the echo that a known room would make with what the microphone hears, at every distance within 60 ms, and
/// sooner at those within 20 ms, where it nearly always is.
///
/// The sound server says within milliseconds when something is heard; an echo canceller that has learned its room needs
/// it within a sample, or learns again for seconds. Belongs to one thread; allocates only when made.
public final class EchoLocator {
    /// The result of a search.
    public enum Outcome: Hashable, Sendable {
        case searching
        /// The reference has to be read this many samples later (earlier when negative).
        case found(Int)
        /// The microphone does not hear that room.
        case lost
    }

    /// 320: 20 ms at 16 kHz.
    public static let samplesPerFrame = 320
    /// Distances looked at, to either side, in samples: 60 ms, what a sound server's periods or a gap make.
    public static let reach = 960
    /// Frames of sound from which on they are compared, and frames after which the search ends: 0.3 s and 0.8 s.
    private static let soundFrames = 15
    private static let mostFrames = 40
    /// As long as nothing is found, they are compared again after this many more.
    private static let repetition = 5
    /// Distances looked at sooner, to either side, in samples: 20 ms, by which servers' clocks err at most.
    private static let nearReach = 320
    /// Frames of sound from which on those are compared, in every frame: 60 ms.
    private static let nearFrames = 3
    /// Voices repeat themselves with every pitch period: it must not be a later one, up to this many samples away: 30 ms.
    private static let pitchReach = 480
    /// There, two comparisons in a row must name the same place, within a sample.
    private static let agreedSamples = 1
    /// How alike the two must be there; and where the echo is as loud as ever, beside a louder speaker.
    private static let nearRecognition: Float = 0.6
    private static let familiarRecognition: Float = 0.2
    /// The echo's loudness changes less than this, up or down, between one reply and the next.
    private static let familiarGains: ClosedRange<Float> = 0.8...1.25
    /// Least mean power of a frame of the expected echo that counts as sound, as a share of the loudest one's: −30 dB.
    private static let audibility: Float = 0.001
    /// Correlation from which on the room is recognized.
    private static let recognition: Float = 0.6

    /// A search is going on.
    public private(set) var isSearching = false

    private let tailCount: Int
    private let room: UnsafeMutablePointer<Float>
    private let past: UnsafeMutablePointer<Float>
    private let expected: UnsafeMutablePointer<Float>
    private let heard: UnsafeMutablePointer<Float>
    private let agreement = CrossCorrelation(width: 2 * reach + 1)
    private let nearAgreement = CrossCorrelation(width: 2 * nearReach + 1)
    private let pitchAgreement = CrossCorrelation(width: 2 * pitchReach + 1)
    private var isNearLikely = false
    private var nearSuspected: Int?
    /// How loud the echo was where it was found last, in units of the room's response.
    private var knownGain: Float?
    private var frames = 0
    private var sounds = 0
    private var loudest: Float = 0
    private var lastHeard: Float = 0
    private var lastPlayed: Float = 0

    /// - Parameter tailCount: samples of a room's impulse response.
    public init(tailCount: Int) {
        func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
            let values = UnsafeMutablePointer<Float>.allocate(capacity: count)
            values.initialize(repeating: 0, count: count)
            return values
        }
        self.tailCount = tailCount
        room = zeros(tailCount)
        past = zeros(tailCount + Self.samplesPerFrame)
        expected = zeros(Self.mostFrames * Self.samplesPerFrame)
        heard = zeros(Self.mostFrames * Self.samplesPerFrame)
    }

    deinit {
        for values in [room, past, expected, heard] { values.deallocate() }
    }

    /// Begins to look for the room with this impulse response (`tailCount` values of any scale, the same each time).
    /// - Parameter isNearLikely: the place is expected within 20 ms, and found sooner there.
    public func begin(_ response: UnsafeBufferPointer<Int32>, isNearLikely: Bool = false) {
        var index = 0
        while index < tailCount {
            room[index] = index < response.count ? Float(response[index]) : 0
            index &+= 1
        }
        past.update(repeating: 0, count: tailCount + Self.samplesPerFrame)
        frames = 0
        sounds = 0
        loudest = 0
        lastHeard = 0
        lastPlayed = 0
        self.isNearLikely = isNearLikely
        nearSuspected = nil
        isSearching = true
    }

    /// Ends the search without a result.
    public func cancel() { isSearching = false }

    /// Takes 320 samples of what is played and of what the microphone hears, at the same time by the clocks.
    public func process(reference: UnsafeBufferPointer<Int16>, microphone: UnsafeBufferPointer<Int16>) -> Outcome {
        guard isSearching else { return .lost }
        expect(reference)
        let start = frames &* Self.samplesPerFrame
        var power: Float = 0
        var index = 0
        while index < Self.samplesPerFrame {
            // Differences instead of samples: low tones would agree with themselves at many distances.
            let sample = Float(microphone[index])
            heard[start &+ index] = sample - lastHeard
            lastHeard = sample
            power += expected[start &+ index] * expected[start &+ index]
            index &+= 1
        }
        frames &+= 1
        loudest = max(loudest, power)
        if power > Self.audibility * loudest { sounds &+= 1 }
        if isNearLikely, sounds >= Self.nearFrames, let near = compareNear() {
            isSearching = false
            return .found(near)
        }
        let isLast = frames == Self.mostFrames
        guard isLast || (sounds >= Self.soundFrames && frames % Self.repetition == 0) else { return .searching }
        let distance = sounds >= Self.soundFrames ? compare() : nil
        isSearching = distance == nil && !isLast
        return distance.map { .found($0) } ?? (isLast ? .lost : .searching)
    }

    /// Sends the differences of what is played through the room.
    private func expect(_ reference: UnsafeBufferPointer<Int16>) {
        past.update(from: past + Self.samplesPerFrame, count: tailCount)
        var index = 0
        while index < Self.samplesPerFrame {
            let sample = Float(reference[index])
            past[tailCount &+ index] = sample - lastPlayed
            lastPlayed = sample
            index &+= 1
        }
        let target = expected + frames * Self.samplesPerFrame
        target.update(repeating: 0, count: Self.samplesPerFrame)
        var tap = 0
        while tap < tailCount {
            let weight = room[tap]
            let source = past + (tailCount &- tap)
            var index = 0
            while index < Self.samplesPerFrame {
                target[index] += weight * source[index]
                index &+= 1
            }
            tap &+= 1
        }
    }

    /// - Returns: where the two agree; nil when they do so nowhere.
    private func compare() -> Int? {
        let found = compare(by: agreement, within: Self.reach)
        return found.coefficient > Self.recognition ? found.distance : nil
    }

    /// - Returns: where the two agree best within this many samples to either side, which the distance counts from.
    private func compare(by correlation: CrossCorrelation, within reach: Int) -> CrossCorrelation.Agreement {
        var found = correlation.compare(
            heard + reach, with: expected, count: frames * Self.samplesPerFrame - 2 * reach)
        found.distance -= reach
        return found
    }

    /// - Returns: where the two agree within 20 ms, once two frames in a row say so; nil otherwise.
    private func compareNear() -> Int? {
        let found = compare(by: nearAgreement, within: Self.nearReach)
        let isFamiliar = knownGain.map { Self.familiarGains.contains(found.gain / $0) } ?? false
        let least = isFamiliar ? Self.familiarRecognition : Self.nearRecognition
        let distance = found.coefficient > least ? found.distance : nil
        defer { nearSuspected = distance }
        guard let distance, let before = nearSuspected, abs(distance - before) <= Self.agreedSamples else { return nil }
        let further = compare(by: pitchAgreement, within: Self.pitchReach)
        let isElsewhere = abs(further.distance) > Self.nearReach && further.coefficient > Self.nearRecognition
        if isElsewhere, further.coefficient > found.coefficient { return nil }
        if found.coefficient > Self.nearRecognition { knownGain = found.gain }
        return distance
    }
}
