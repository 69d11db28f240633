// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the microphone's last frames, for decisions that come later. Allocates only on creation.

import JarvisCore

/// Keeps copies of the last 20 ms frames and the position of each one's first sample.
final class RecentFrames {
    private static let length = AudioFrame.samplesPerFrame

    private let capacity: Int
    private let samples: UnsafeMutablePointer<Int16>
    private let starts: UnsafeMutablePointer<Int64>
    private var added = 0

    /// - Parameter capacity: The number of frames kept.
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

    /// The number of frames kept at present.
    var count: Int { min(added, capacity) }

    /// Frame `index`, 0 for the oldest; it may be modified.
    subscript(index: Int) -> UnsafeMutableBufferPointer<Int16> {
        UnsafeMutableBufferPointer(start: samples + place(index) * Self.length, count: Self.length)
    }

    /// The position of the first sample in frame `index`.
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
