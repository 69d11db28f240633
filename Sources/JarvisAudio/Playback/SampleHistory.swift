// SPDX-License-Identifier: GPL-3.0-or-later
// The samples most recently written to the speaker, by their position: for the picture and for fading out.

/// A circular memory of a sample stream. Belongs to one thread.
final class SampleHistory {
    private static let capacity = 1 << 17
    private let storage: UnsafeMutablePointer<Int16>
    /// The oldest sample that is kept.
    private(set) var start: Int64 = 0
    private var end: Int64 = 0

    init() {
        storage = .allocate(capacity: Self.capacity)
        storage.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        storage.deallocate()
    }

    /// Forgets everything; the next sample has position `position`.
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

    /// Overwrites samples starting at `position`; those that are not kept, or not there yet, are skipped.
    func replace(_ samples: UnsafeBufferPointer<Int16>, at position: Int64) {
        var place = position
        for sample in samples {
            if place >= start, place < end { storage[Int(place & Int64(Self.capacity - 1))] = sample }
            place &+= 1
        }
    }

    /// Copies `count` samples starting at `position`; missing ones are silence.
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
