// SPDX-License-Identifier: GPL-3.0-or-later
// The last frames of the microphone, for what is decided later than it is heard. Allocates only when made.

import JarvisCore

/// Keeps copies of the last frames of 20 ms, and which sample each began with.
final class RecentFrames {
    private static let length = AudioFrame.samplesPerFrame

    private let capacity: Int
    private let samples: UnsafeMutablePointer<Int16>
    private let starts: UnsafeMutablePointer<Int64>
    private var added = 0

    /// - Parameter capacity: how many frames are kept.
    init(capacity: Int) {
        self.capacity = capacity
        samples = .allocate(capacity: capacity * Self.length)
        samples.initialize(repeating: 0, count: capacity * Self.length)
        starts = .allocate(capacity: capacity)
        starts.initialize(repeating: 0, count: capacity)
    }

    deinit {
        samples.deallocate()
        starts.deallocate()
    }

    /// Frames that are there.
    var count: Int { min(added, capacity) }

    /// Frame `index`, 0 for the oldest; it may be written to.
    subscript(index: Int) -> UnsafeMutableBufferPointer<Int16> {
        UnsafeMutableBufferPointer(start: samples + place(index) * Self.length, count: Self.length)
    }

    /// The sample that frame `index` begins with.
    func sample(_ index: Int) -> Int64 { starts[place(index)] }

    func append(_ frame: UnsafeBufferPointer<Int16>, sample: Int64) {
        let place = added % capacity
        if let source = frame.baseAddress {
            (samples + place * Self.length).update(from: source, count: min(frame.count, Self.length))
        }
        starts[place] = sample
        added &+= 1
    }

    func reset() { added = 0 }

    private func place(_ index: Int) -> Int { (added &- count &+ index) % capacity }
}
