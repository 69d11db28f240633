// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisAudio

struct RecentFramesTests {
    private func frames(_ values: ClosedRange<Int16>, capacity: Int = 3) -> RecentFrames {
        let frames = RecentFrames(capacity: capacity)
        for value in values {
            let frame = [Int16](repeating: value, count: 320)
            frame.withUnsafeBufferPointer { frames.append($0, sample: Int64(value) * 320) }
        }
        return frames
    }

    private func content(_ frames: RecentFrames) -> [Int16] { (0..<frames.count).map { frames[$0][319] } }

    @Test func theLatestFramesAreKeptInOrder() {
        #expect(content(frames(1...2)) == [1, 2])
        let many = frames(1...8)
        #expect(content(many) == [6, 7, 8])
        let starts: [Int64] = [many.sample(0), many.sample(1), many.sample(2)]
        #expect(starts == [1_920, 2_240, 2_560])
    }

    @Test func aResetRemovesAllFrames() {
        let some = frames(1...8)
        some.reset()
        #expect(some.count == 0)
        let frame = [Int16](repeating: 9, count: 320)
        frame.withUnsafeBufferPointer { some.append($0, sample: 0) }
        #expect(content(some) == [9])
    }

    @Test func aShortFrameLeavesTheRestUnchanged() {
        let some = RecentFrames(capacity: 1)
        [Int16(5)].withUnsafeBufferPointer { some.append($0, sample: 0) }
        #expect(some[0][0] == 5)
        #expect(some[0][1] == 0)
    }
}
