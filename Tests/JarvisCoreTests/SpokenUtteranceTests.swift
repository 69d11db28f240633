// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

struct SpokenUtteranceTests {
    @Test func readingStopsAtTheLastAvailableSample() {
        let utterance = SpokenUtterance()
        utterance.append([1, 2, 3])
        #expect(utterance.samples(from: 1, upTo: 9) == [2, 3])
        #expect(utterance.samples(upTo: 2) == [1, 2])
        #expect(utterance.samples(from: 4).isEmpty && utterance.samples(from: 3, upTo: 2).isEmpty)
        utterance.append([4])
        #expect(utterance.samples() == [1, 2, 3, 4] && utterance.count == 4)
    }

    @Test func samplesBeyondTheLimitAreDropped() {
        let utterance = SpokenUtterance(limit: 5)
        for _ in 0..<4 { utterance.append([1, 2]) }
        #expect(utterance.samples() == [1, 2, 1, 2, 1])
        let whole = SpokenUtterance(samples: [7])
        whole.append([8])
        #expect(whole.samples() == [7])
    }

    /// Nothing read makes `append` copy the sound on the thread that delivers it.
    @Test func onlySoundThatCannotGrowIsShared() {
        func sharesItsMemory(_ utterance: SpokenUtterance) -> Bool {
            let (one, other) = (utterance.samples(), utterance.samples())
            return one.withUnsafeBufferPointer { one in
                other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
            }
        }
        let utterance = SpokenUtterance(limit: 3)
        utterance.append([1, 2])
        #expect(!sharesItsMemory(utterance))
        utterance.append([3])
        #expect(sharesItsMemory(utterance) && sharesItsMemory(SpokenUtterance(samples: [1, 2])))
    }

    /// Samples stay intact while other threads append and read.
    @Test func samplesCanBeReadWhileOthersAreAppended() async {
        let utterance = SpokenUtterance()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for block in 0..<500 { utterance.append([Int16](repeating: Int16(block), count: 16)) }
            }
            for _ in 0..<3 {
                group.addTask {
                    var position = 0
                    while position < 8_000 {
                        let fresh = utterance.samples(from: position)
                        for (offset, sample) in fresh.enumerated() where Int(sample) != (position + offset) / 16 {
                            Issue.record("sample \(position + offset) is \(sample)")
                            return
                        }
                        position += fresh.count
                        if fresh.isEmpty { await Task.yield() }
                    }
                }
            }
        }
        #expect(utterance.count == 8_000)
    }

    @Test func everyUtteranceHasItsOwnID() {
        let ids = (0..<1_000).map { _ in SpokenUtterance().id }
        #expect(Set(ids).count == ids.count)
    }

    @Test func aWholeRecordingIsTranscribed() async throws {
        let recognizer = FakeRecognizer()
        recognizer.hear("stop")
        #expect(try await recognizer.transcribe(samples: [1, 2])?.text == "stop")
        #expect(recognizer.sessions.first?.samples == [1, 2])
    }
}
