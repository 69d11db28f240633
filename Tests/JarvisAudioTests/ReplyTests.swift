// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisAudio

struct ReplyTests {
    @Test func soundComesOutInOrderInPiecesOfAnySize() {
        var reply = Reply(number: 1, device: nil) { _ in }
        reply.enqueue(SynthesizedAudio(samples: [1, 2, 3, 4, 5], sampleRateHertz: 22_050, words: []), clause: 0)
        reply.enqueue(SynthesizedAudio(samples: [6, 7], sampleRateHertz: 22_050, words: []), clause: 1)
        var written: [Int16] = []
        while reply.hasSound { reply.writeNext(2) { written += $0 } }
        #expect(written == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test func aPieceOfAnotherRateIsConvertedWithItsWords() {
        var reply = Reply(number: 1, device: nil) { _ in }
        reply.enqueue(SynthesizedAudio(samples: [1, 2], sampleRateHertz: 16_000, words: []), clause: 0)
        let word = SpokenWord(startCharacter: 0, endCharacter: 4, sampleOffset: 4_000)
        let next = SpokenWord(startCharacter: 5, endCharacter: 9, sampleOffset: 8_000)
        reply.enqueue(
            SynthesizedAudio(samples: chirp(seconds: 0.5, rate: 32_000), sampleRateHertz: 32_000, words: [word, next]),
            clause: 1)
        #expect(reply.tracker.length == 2 + 8_000)
        #expect(reply.tracker.advance(to: 2 + 4_000).last == HeardPosition(clause: 1, characters: 4))
    }

    @Test func historyReturnsSilenceOutsideItsRange() {
        let history = SampleHistory()
        history.restart(at: 100)
        [Int16](1...4).withUnsafeBufferPointer { history.append($0) }
        var copy = [Int16](repeating: 9, count: 8)
        copy.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { history.copy(from: 98, count: 8, into: base) }
        }
        #expect(copy == [0, 0, 1, 2, 3, 4, 0, 0])
    }
}
