// SPDX-License-Identifier: GPL-3.0-or-later
// Passes sound frames from a real-time thread to an ordinary one, through fixed slots without locks or allocation.

import Synchronization

/// A bounded queue of frames between exactly one pushing and one popping thread.
///
/// Each slot holds up to `samplesPerSlot` samples and a small tag. When the ring is full, new frames are dropped and
/// counted. Push and pop neither allocate, lock nor wait.
public final class FrameRing<Tag: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: slot `i` is written only while it lies outside [head, tail) and read only while it lies inside. The
    // producer stores `tail` with release after writing, the consumer stores `head` with release after reading, and
    // each side loads the other's counter with acquire. The thread sanitizer finds no race in `FrameRingTests`.
    private let tags: UnsafeMutablePointer<Tag>
    private let counts: UnsafeMutablePointer<Int>
    private let samples: UnsafeMutablePointer<Int16>
    private let samplesPerSlot: Int
    private let mask: Int
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    /// - Parameters:
    ///   - capacity: The number of slots, rounded up to a power of two.
    ///   - samplesPerSlot: The length of the longest frame in samples.
    ///   - filler: Any tag; initializes the memory.
    public init(capacity: Int, samplesPerSlot: Int, filler: Tag) {
        precondition(capacity > 0 && samplesPerSlot > 0, "a ring has room for at least one sample")
        var slots = 1
        while slots < capacity { slots *= 2 }
        self.samplesPerSlot = samplesPerSlot
        mask = slots - 1
        tags = .allocate(capacity: slots)
        tags.initialize(repeating: filler, count: slots)
        counts = .allocate(capacity: slots)
        counts.initialize(repeating: 0, count: slots)
        samples = .allocate(capacity: slots * samplesPerSlot)
        samples.initialize(repeating: 0, count: slots * samplesPerSlot)
    }

    deinit {
        tags.deallocate()
        counts.deallocate()
        samples.deallocate()
    }

    /// The number of slots.
    public var capacity: Int { mask + 1 }

    /// The number of frames waiting; exact on the pushing and popping threads, approximate elsewhere.
    public var count: Int {
        tail.load(ordering: .acquiring) - head.load(ordering: .acquiring)
    }

    /// The number of frames dropped so far because the ring was full.
    public var overrunCount: Int { dropped.load(ordering: .relaxed) }

    /// The number of frames pushed so far, not counting dropped ones.
    public var pushedCount: Int { tail.load(ordering: .acquiring) }

    /// Adds a frame; producer thread only.
    /// - Returns: False if the frame was dropped because the ring was full or the frame longer than a slot.
    @discardableResult
    public func push(_ frame: UnsafeBufferPointer<Int16>, tag: Tag) -> Bool {
        let end = tail.load(ordering: .relaxed)
        guard end - head.load(ordering: .acquiring) <= mask, frame.count <= samplesPerSlot else {
            dropped.add(1, ordering: .relaxed)
            return false
        }
        let slot = end & mask
        tags[slot] = tag
        counts[slot] = frame.count
        if let source = frame.baseAddress {
            (samples + slot * samplesPerSlot).update(from: source, count: frame.count)
        }
        tail.store(end + 1, ordering: .releasing)
        return true
    }

    /// Removes the oldest frame; consumer thread only. The samples are valid only inside `body`.
    /// - Returns: The result of `body`, or nil if the ring is empty.
    public func pop<Result>(_ body: (UnsafeBufferPointer<Int16>, Tag) -> Result) -> Result? {
        let start = head.load(ordering: .relaxed)
        guard tail.load(ordering: .acquiring) > start else { return nil }
        let slot = start & mask
        let frame = UnsafeBufferPointer(start: samples + slot * samplesPerSlot, count: counts[slot])
        defer { head.store(start + 1, ordering: .releasing) }
        return body(frame, tags[slot])
    }
}
