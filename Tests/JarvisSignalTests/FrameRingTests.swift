// SPDX-License-Identifier: GPL-3.0-or-later

import Dispatch
import JarvisSignal
import Testing

struct FrameRingTests {
    private func push(_ ring: FrameRing<Int>, _ value: Int) -> Bool {
        [Int16](repeating: Int16(truncatingIfNeeded: value), count: 4).withUnsafeBufferPointer {
            ring.push($0, tag: value)
        }
    }

    @Test func framesComeOutInOrderWithTheirTags() {
        let ring = FrameRing<Int>(capacity: 4, samplesPerSlot: 4, filler: 0)
        for round in 0..<10 {
            #expect(push(ring, round))
            #expect(push(ring, round + 100))
            #expect(
                ring.pop { samples, tag in Array(samples) + [Int16(tag)] } == Array(repeating: Int16(round), count: 5))
            #expect(ring.pop { _, tag in tag } == round + 100)
        }
        #expect(ring.pop { _, tag in tag } == nil)
    }

    @Test func anOverrunDropsTheNewestFrames() {
        let ring = FrameRing<Int>(capacity: 2, samplesPerSlot: 4, filler: 0)
        #expect(push(ring, 1) && push(ring, 2))
        #expect(!push(ring, 3))
        #expect(ring.overrunCount == 1)
        #expect(ring.pop { _, tag in tag } == 1)
        #expect(push(ring, 4))
        #expect(ring.pop { _, tag in tag } == 2)
        #expect(ring.pop { _, tag in tag } == 4)
    }

    @Test func framesLongerThanASlotAreRejected() {
        let ring = FrameRing<Int>(capacity: 2, samplesPerSlot: 2, filler: 0)
        #expect(!push(ring, 1))
        #expect(ring.count == 0)
    }

    @Test func twoThreadsNeitherLoseNorTearFrames() {
        let ring = FrameRing<Int>(capacity: 16, samplesPerSlot: 4, filler: 0)
        let total = 20_000
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            var next = 0
            while next < total {
                if side == 0 {
                    if push(ring, next) { next += 1 }
                } else if let frame = ring.pop({ samples, tag in (Array(samples), tag) }) {
                    let expected = Int16(truncatingIfNeeded: next)
                    if frame.1 != next || frame.0.contains(where: { $0 != expected }) {
                        Issue.record("frame \(frame) where \(next) was due")
                        return
                    }
                    next += 1
                }
            }
        }
        #expect(ring.count == 0)
    }
}
