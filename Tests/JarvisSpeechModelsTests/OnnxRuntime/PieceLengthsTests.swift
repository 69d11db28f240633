// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisSpeechModels

struct PieceLengthsTests {
    /// As in the test voice.
    private static let frame = 256.0 / 22_050

    /// The pieces of a sound on a machine that needs this long for a frame, and how long the listener waits within it.
    private func pieces(of count: Int, work: Double) -> (lengths: [Int], wait: Double) {
        var lengths = PieceLengths(frameSeconds: Self.frame, surround: 24)
        lengths.note(seconds: work * 100, frames: 100)
        var (left, pieces, wait): (Int, [Int], Double) = (count, [], 0)
        var lead: Double?
        while left > 0 {
            let next = lengths.next(of: left, lead: lead)
            let seconds = Double(next + 24) * work
            if let ahead = lead { wait += max(0, seconds - ahead) }
            lead = max((lead ?? seconds) - seconds, 0) + Double(next) * Self.frame
            pieces.append(next)
            left -= next
        }
        return (pieces, wait)
    }

    @Test func theFirstPieceIsShortAndLaterOnesFillTheTimeLeft() {
        let fast = pieces(of: 400, work: 0.0007)
        #expect(fast.lengths.first == PieceLengths.shortest && fast.lengths.count <= 3 && fast.wait == 0)
        let slow = pieces(of: 400, work: 0.002)
        #expect(
            slow.lengths.first == PieceLengths.shortest && slow.lengths.count > fast.lengths.count && slow.wait == 0)
    }

    @Test func aMachineThatIsTooSlowGetsOnePiece() {
        #expect(pieces(of: 400, work: 0.006).lengths == [400])
    }

    @Test func aShortRemainderIsNotASeparatePiece() {
        #expect(pieces(of: PieceLengths.shortest + 10, work: 0.0007).lengths == [PieceLengths.shortest + 10])
    }

    @Test func slowdownsCountAtOnceAndSpeedupsGradually() {
        var lengths = PieceLengths(frameSeconds: Self.frame, surround: 24)
        lengths.note(seconds: 0.4, frames: 100)
        #expect(lengths.work == 0.004)
        lengths.note(seconds: 0.1, frames: 100)
        #expect(lengths.work > 0.003 && lengths.work < 0.004)
    }
}
