// SPDX-License-Identifier: GPL-3.0-or-later
// What the speaker plays, as the echo canceller needs it: 16 kHz samples by their position, and when each is heard.
// Written by the playback thread, read by the capture thread; neither waits for the other.

import Glibc
import JarvisCore
import Synchronization

/// The sound that JARVIS itself makes, shared by its player and its microphone.
///
/// Positions count samples at 16 kHz since the playback stream began. Sample `k` is heard at tick `k + offset`, where
/// ticks count samples of the monotonic clock at the same rate.
public final class PlaybackReference: @unchecked Sendable {
    // Unchecked: `samples` never changes, and all access behind it is atomic. A sample that is overwritten while it
    // is read (a change of loudness) is either the old or the new one.
    private static let capacity = 1 << 16
    private let samples: UnsafeMutablePointer<Atomic<Int16>>
    private let start = Atomic<Int64>(0)
    private let end = Atomic<Int64>(0)
    private let shift = Atomic<Int64>(0)
    private let count = Atomic<Int>(0)
    private let isKnown = Atomic<Bool>(false)

    /// Silence.
    public init() {
        samples = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (samples + index).initialize(to: Atomic(0)) }
    }

    deinit {
        samples.deinitialize(count: Self.capacity)
        samples.deallocate()
    }

    /// The tick of a time of `pa_rtclock_now`, in samples.
    package static func tick(atMicroseconds microseconds: Int64) -> Int64 {
        microseconds * Int64(AudioFrame.sampleRateHertz / 1000) / 1000
    }

    // Playback thread

    /// Playing begins, or begins again after a gap: positions go on from `position`, their times are not known yet.
    package func restart(at position: Int64) {
        isKnown.store(false, ordering: .releasing)
        start.store(position, ordering: .relaxed)
        end.store(position, ordering: .releasing)
        count.add(1, ordering: .releasing)
    }

    /// What was never heard will not be any more: the player has stopped or lost its stream.
    package func abandon() {
        guard !isKnown.load(ordering: .acquiring) else { return }
        start.store(end.load(ordering: .relaxed), ordering: .releasing)
    }

    /// Sets one sample; positions only grow, except for a change of loudness.
    package func set(_ sample: Int16, at position: Int64) {
        samples[Int(position & Int64(Self.capacity - 1))].store(sample, ordering: .relaxed)
    }

    /// Samples before `position` are there.
    package func extend(to position: Int64) {
        end.store(position, ordering: .releasing)
    }

    /// Position 0 is heard at this tick.
    package func setOffset(_ ticks: Int64) {
        shift.store(ticks, ordering: .relaxed)
        isKnown.store(true, ordering: .releasing)
    }

    // Capture thread

    /// Counts the beginnings.
    var generation: Int { count.load(ordering: .acquiring) }

    /// Ticks at which position 0 is heard; nil until the server has told.
    var offset: Int64? { isKnown.load(ordering: .acquiring) ? shift.load(ordering: .relaxed) : nil }

    /// Sound is on its way to the speaker, but when it will be heard is not known yet.
    var isStarting: Bool {
        !isKnown.load(ordering: .acquiring) && end.load(ordering: .acquiring) > start.load(ordering: .relaxed)
    }

    /// Copies `target.count` samples starting at `position`; missing ones are silence.
    /// - Returns: true when any of it is sound.
    func read(from position: Int64, into target: UnsafeMutableBufferPointer<Int16>) -> Bool {
        let last = end.load(ordering: .acquiring)
        let first = max(start.load(ordering: .relaxed), last - Int64(Self.capacity))
        var isSound = false
        var index = 0
        while index < target.count {
            let wanted = position &+ Int64(index)
            let sample: Int16 =
                wanted >= first && wanted < last
                ? samples[Int(wanted & Int64(Self.capacity - 1))].load(ordering: .relaxed) : 0
            target[index] = sample
            // The faintest sounds cannot be heard back.
            if sample > 8 || sample < -8 { isSound = true }
            index &+= 1
        }
        return isSound
    }
}
