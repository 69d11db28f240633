// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the playback in the form that the echo canceller needs: 16 kHz samples by position, and when each is heard. The
// playback thread writes and the capture thread reads; neither waits for the other.

import Glibc
import JarvisCore
import Synchronization

/// JARVIS's own sound, shared by its player and its microphone.
///
/// Positions count samples at 16 kHz since the playback stream began. Ticks count samples of the monotonic clock at the
/// same rate. Sample `k` is heard at tick `k + offset`.
public final class PlaybackReference: @unchecked Sendable {
    // Unchecked: `samples` never changes, and all access behind it is atomic. A sample overwritten during a read (by a
    // gain change) is either the old or the new one.
    private static let capacity = 1 << 16
    private let samples: UnsafeMutablePointer<Atomic<Int16>>
    private let start = Atomic<Int64>(0)
    private let end = Atomic<Int64>(0)
    private let shift = Atomic<Int64>(0)
    private let count = Atomic<Int>(0)
    private let isKnown = Atomic<Bool>(false)

    /// Creates a reference that holds silence.
    public init() {
        samples = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (samples + index).initialize(to: Atomic(0)) }
    }

    deinit {
        samples.deinitialize(count: Self.capacity)
        samples.deallocate()
    }

    /// The tick at a time of `pa_rtclock_now`.
    package static func tick(atMicroseconds microseconds: Int64) -> Int64 {
        microseconds * Int64(AudioFrame.sampleRateHertz / 1000) / 1000
    }

    // Called on the playback thread

    /// Starts playback, or restarts it after a gap: positions continue at `position`, and their times are not known
    /// yet.
    package func restart(at position: Int64) {
        isKnown.store(false, ordering: .releasing)
        start.store(position, ordering: .relaxed)
        end.store(position, ordering: .releasing)
        count.add(1, ordering: .releasing)
    }

    /// Declares that sound not heard so far never will be, because the player has stopped or lost its stream.
    package func abandon() {
        guard !isKnown.load(ordering: .acquiring) else { return }
        start.store(end.load(ordering: .relaxed), ordering: .releasing)
    }

    /// Sets one sample. Positions only increase, except after a change of gain.
    package func set(_ sample: Int16, at position: Int64) {
        samples[Int(position & Int64(Self.capacity - 1))].store(sample, ordering: .relaxed)
    }

    /// Makes the samples before `position` available to the reader.
    package func extend(to position: Int64) {
        end.store(position, ordering: .releasing)
    }

    /// Sets the tick at which position 0 is heard.
    package func setOffset(_ ticks: Int64) {
        shift.store(ticks, ordering: .relaxed)
        isKnown.store(true, ordering: .releasing)
    }

    // Called on the capture thread

    /// The number of times playback has started or restarted.
    var generation: Int { count.load(ordering: .acquiring) }

    /// The tick at which position 0 is heard; nil until the server has reported it.
    var offset: Int64? { isKnown.load(ordering: .acquiring) ? shift.load(ordering: .relaxed) : nil }

    /// True if sound is on its way to the speaker, but its time is not known yet.
    var isStarting: Bool {
        !isKnown.load(ordering: .acquiring) && end.load(ordering: .acquiring) > start.load(ordering: .relaxed)
    }

    /// Copies `target.count` samples from `position` on; missing samples become silence.
    /// - Returns: True if any of it is sound.
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
            // Softer sounds leave no audible echo.
            if sample > 8 || sample < -8 { isSound = true }
            index &+= 1
        }
        return isSound
    }
}
