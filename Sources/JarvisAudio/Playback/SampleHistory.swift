// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the samples most recently written to the speaker, by position: for the visualizer and for fading out.

/// A circular buffer of a stream's samples. Used on one thread.
final class SampleHistory {
    private static let capacity = 1 << 17
    private let storage: UnsafeMutablePointer<Int16>
    /// The position of the oldest sample kept.
    private(set) var start: Int64 = 0
    private var end: Int64 = 0

    init() {
        storage = .allocate(capacity: Self.capacity)
        storage.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// Drops all samples; the next one gets the position `position`.
    func restart(at position: Int64) {
        start = position
        end = position
    }

    func append(_ samples: UnsafeBufferPointer<Int16>) {
        for sample in samples {
            storage[Int(end & Int64(Self.capacity - 1))] = sample
            end &+= 1
        }
        start = max(start, end - Int64(Self.capacity))
    }

    /// Overwrites samples from `position` on; skips those outside the buffer.
    func replace(_ samples: UnsafeBufferPointer<Int16>, at position: Int64) {
        var place = position
        for sample in samples {
            if place >= start, place < end { storage[Int(place & Int64(Self.capacity - 1))] = sample }
            place &+= 1
        }
    }

    /// Copies `count` samples from `position` on; missing samples become silence.
    func copy(from position: Int64, count: Int, into target: UnsafeMutablePointer<Int16>) {
        var index = 0
        while index < count {
            let wanted = position &+ Int64(index)
            target[index] =
                wanted >= start && wanted < end ? storage[Int(wanted & Int64(Self.capacity - 1))] : 0
            index &+= 1
        }
    }
}
