// SPDX-License-Identifier: GPL-3.0-or-later
// Where a known room's echo lies now: finds by how many samples the clocks have moved since the room was learned. Pure.

/// Compares the echo that a known room would make with what the microphone hears, at every distance within 60 ms.
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

    /// Begins to look for the room with this impulse response (`tailCount` values of any scale).
    public func begin(_ response: UnsafeBufferPointer<Int32>) {
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
        let found = agreement.compare(
            heard + Self.reach, with: expected, count: frames * Self.samplesPerFrame - 2 * Self.reach)
        return found.coefficient > Self.recognition ? found.distance - Self.reach : nil
    }
}
