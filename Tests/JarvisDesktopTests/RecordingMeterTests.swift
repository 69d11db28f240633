// SPDX-License-Identifier: GPL-3.0-or-later
// The level history and elapsed time of a recording, with irregular frames.

import GtkKit
import Testing

@testable import JarvisDesktopKit

struct RecordingMeterTests {
    @Test func thirtyBarsSpan50MillisecondsEach() {
        var history = LevelHistory()
        #expect(history.bars.count == 30)
        var changes = 0
        for frame in 0...120 where history.add(0.4, at: Double(frame) / 60) { changes += 1 }
        #expect((39...40).contains(changes), "two seconds have forty of them, the last one perhaps a moment later")
        #expect(history.bars.allSatisfy { $0 == 0.4 })
    }

    @Test func barsShowThePeakOfTheirInterval() {
        var history = LevelHistory()
        for (index, level) in [0.1, 0.9, 0.2, 0.1].enumerated() { _ = history.add(level, at: 0.06 * Double(index) / 3) }
        #expect(history.bars.last == 0.9)
    }

    @Test func theLevelStripCatchesUpAfterAStall() {
        var history = LevelHistory()
        for frame in 0..<60 { _ = history.add(1, at: Double(frame) / 60) }
        _ = history.add(0.3, at: 0.98 + 0.5)
        let recent = history.bars.suffix(9)
        #expect(recent.allSatisfy { $0 == 0.3 }, "half a second is ten bars: \(history.bars)")
        #expect(history.bars.contains(1))
        _ = history.add(0.2, at: 1000)
        #expect(history.bars.allSatisfy { $0 <= 0.3 })
    }

    @Test func levelColoursGoFromBlueThroughOrangeToRed() {
        let palette = DesignTokens.Palette.self
        let expected = [
            (0, palette.speaking), (0.25, palette.speaking.mixed(with: palette.orange, 0.5)), (0.5, palette.orange),
            (1, palette.recording),
        ]
        for (level, color) in expected {
            let found = LevelHistory.color(level)
            let distance = abs(found.red - color.red) + abs(found.green - color.green) + abs(found.blue - color.blue)
            #expect(distance < 1e-9, "\(level)")
        }
    }

    @Test(arguments: [
        (0.0, "00:00"), (0.999, "00:00"), (1, "00:01"), (59.99, "00:59"), (61.2, "01:01"), (3599.5, "59:59"),
        (3661, "1:01:01"), (-2, "00:00"),
    ])
    func elapsedTimeIsFormatted(seconds: Double, text: String) {
        #expect(ElapsedTime(from: 100, to: 100 + seconds).text == text)
    }

    @Test(arguments: [(0.0, 1001), (0.25, 751), (7.9, 101), (3600, 1001)])
    func theNextUpdateIsAtTheNextFullSecond(elapsed: Double, milliseconds: Int) {
        let wait = ElapsedTime.untilNext(from: 10, to: 10 + elapsed)
        #expect(abs(wait - milliseconds) <= 1)
        let then = ElapsedTime(from: 10, to: 10 + elapsed + Double(wait) / 1000)
        #expect(then.seconds == Int(elapsed) + 1, "a late timer does not add up")
    }
}
