// SPDX-License-Identifier: GPL-3.0-or-later
// Locates a known room's echo: finds how many samples the clocks have shifted since the room was learned. Pure.

/// Compares the echo that a known room would produce with the microphone's sound at every offset within 60 ms. Offsets
/// within 20 ms, where the echo nearly always lies, are compared sooner.
///
/// The sound server reports playback times to within milliseconds. An echo canceller that has learned its room needs
/// them to within a sample, or it has to relearn for seconds. Used on one thread; allocates only on creation.
public final class EchoLocator {
    /// The result of a search.
    public enum Outcome: Hashable, Sendable {
        case searching
        /// The echo's offset: the reference has to be read this many samples later, or earlier if negative.
        case found(Int)
        /// The microphone doesn't pick up this room.
        case lost
    }

    /// The samples in a frame: 20 ms at 16 kHz.
    public static let samplesPerFrame = 320
    /// Offsets to search in either direction, in samples: 60 ms, enough for a sound server's periods or a gap.
    public static let reach = 960
    /// Frames of sound before the first comparison: 0.3 s. The search ends after `mostFrames`: 0.8 s.
    private static let soundFrames = 15
    private static let mostFrames = 40
    /// Frames from one comparison to the next, until the echo is found.
    private static let repetition = 5
    /// Offsets to compare sooner, in samples in either direction: 20 ms, the usual maximum error of servers' clocks.
    private static let nearReach = 320
    /// Frames of sound before the near offsets are compared; from then on they are compared in every frame: 60 ms.
    private static let nearFrames = 3
    /// Voices repeat with every pitch period, so no better match may lie within this many samples: 30 ms.
    private static let pitchReach = 480
    /// At the near offsets, two successive comparisons must agree to within this many samples.
    private static let agreedSamples = 1
    /// The required correlation at the near offsets; the lower value applies if the echo is as loud as before, but a
    /// speaker is louder.
    private static let nearRecognition: Float = 0.6
    private static let familiarRecognition: Float = 0.2
    /// An echo with a gain in this range, relative to the last one found, is as loud as before.
    private static let familiarGains: ClosedRange<Float> = 0.8...1.25
    /// The least mean power of a frame of expected echo that counts as sound, relative to the loudest frame: −30 dB.
    private static let audibility: Float = 0.001
    /// The correlation that identifies the room.
    private static let recognition: Float = 0.6

    /// True while a search is in progress.
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
    /// The echo's gain when it was last found, in units of the room's response; nil if it never was.
    private var knownGain: Float?
    private var frames = 0
    private var sounds = 0
    private var loudest: Float = 0
    private var lastHeard: Float = 0
    private var lastPlayed: Float = 0

    /// - Parameter tailCount: The length of a room's impulse response, in samples.
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

    /// Starts a search for the room with this impulse response (`tailCount` values of any scale, the same each time).
    /// - Parameter isNearLikely: True if the echo is expected within 20 ms, where it can be found sooner.
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

    /// Processes 320 samples each of playback and microphone that are simultaneous according to the clocks.
    public func process(reference: UnsafeBufferPointer<Int16>, microphone: UnsafeBufferPointer<Int16>) -> Outcome {
        guard isSearching else { return .lost }
        expect(reference)
        let start = frames &* Self.samplesPerFrame
        var power: Float = 0
        var index = 0
        while index < Self.samplesPerFrame {
            // Stores the differences between samples: in the samples themselves, low tones would match at many offsets.
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

    /// Computes the expected echo: filters the differences of the playback with the room's response.
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

    /// Compares all offsets.
    /// - Returns: The offset of the echo; nil if no offset matches.
    private func compare() -> Int? {
        let found = compare(by: agreement, within: Self.reach)
        return found.coefficient > Self.recognition ? found.distance : nil
    }

    /// Compares offsets of at most `reach` in either direction.
    /// - Returns: The best match; its distance counts from the middle.
    private func compare(by correlation: CrossCorrelation, within reach: Int) -> CrossCorrelation.Agreement {
        var found = correlation.compare(
            heard + reach, with: expected, count: frames * Self.samplesPerFrame - 2 * reach)
        found.distance -= reach
        return found
    }

    /// Compares the near offsets.
    /// - Returns: The offset of the echo, once two successive frames agree; nil otherwise.
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
