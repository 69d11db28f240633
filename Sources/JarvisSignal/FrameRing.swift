// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-over of sound frames from a real-time thread to an ordinary one: fixed slots, no locks, no allocation.

import Synchronization

/// A bounded queue of frames between exactly one pushing and one popping thread.
///
/// Every slot holds up to `samplesPerSlot` samples and a small tag. When the ring is full the newest frame is dropped
/// and counted. Push and pop neither allocate nor lock nor wait.
public final class FrameRing<Tag: BitwiseCopyable & Sendable>: @unchecked Sendable {
    // Unchecked: slot `i` is written only while it lies outside [head, tail) and read only while it lies inside;
    // `tail` is stored with release by the producer after writing, `head` with release by the consumer after reading,
    // and each side loads the other's counter with acquire. The thread sanitizer finds no race in `FrameRingTests`.
    private let tags: UnsafeMutablePointer<Tag>
    private let counts: UnsafeMutablePointer<Int>
    private let samples: UnsafeMutablePointer<Int16>
    private let samplesPerSlot: Int
    private let mask: Int
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    /// - Parameters:
    ///   - capacity: slots; rounded up to a power of two.
    ///   - samplesPerSlot: the longest frame.
    ///   - filler: any tag, to initialise the memory with.
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

    /// Slots.
    public var capacity: Int { mask + 1 }

    /// Frames that wait; exact on either of the two threads' own view, a hint elsewhere.
    public var count: Int {
        tail.load(ordering: .acquiring) - head.load(ordering: .acquiring)
    }

    /// Frames dropped since the ring was made because it was full.
    public var overrunCount: Int { dropped.load(ordering: .relaxed) }

    /// Frames pushed since the ring was made, dropped ones not counted.
    public var pushedCount: Int { tail.load(ordering: .acquiring) }

    /// Adds a frame; on the producing thread only.
    /// - Returns: false when the ring was full, or the frame longer than a slot, and the frame was dropped.
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

    /// Takes the oldest frame; on the consuming thread only. The samples are valid only inside `body`.
    /// - Returns: what `body` returned, or nil when the ring is empty.
    public func pop<Result>(_ body: (UnsafeBufferPointer<Int16>, Tag) -> Result) -> Result? {
        let start = head.load(ordering: .relaxed)
        guard tail.load(ordering: .acquiring) > start else { return nil }
        let slot = start & mask
        let frame = UnsafeBufferPointer(start: samples + slot * samplesPerSlot, count: counts[slot])
        defer { head.store(start + 1, ordering: .releasing) }
        return body(frame, tags[slot])
    }
}
