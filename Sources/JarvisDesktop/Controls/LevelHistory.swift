// SPDX-License-Identifier: GPL-3.0-or-later
// How loud it has been: the bars of the level strip, as a pure value that frames may feed as unevenly as they come.

import GtkKit

/// The loudness of the last second and a half, one bar per twentieth of a second, oldest first.
struct LevelHistory: Equatable {
    /// 0…1 each.
    private(set) var bars = [Double](repeating: 0, count: DesignTokens.Meter.bars)
    private var nextEnd: Double?
    private var peak = 0.0

    static let interval = Double(DesignTokens.Meter.barMilliseconds) / 1000

    /// Takes a reading; the loudest of each interval is its bar. After a stall the missed bars are filled with the newest
    /// reading, so that the strip keeps the pace of the clock.
    /// - Parameter time: monotonic seconds.
    /// - Returns: true when there are new bars.
    mutating func add(_ level: Double, at time: Double) -> Bool {
        let level = min(1, max(0, level))
        peak = max(peak, level)
        guard var end = nextEnd else {
            nextEnd = time + Self.interval
            return false
        }
        guard time >= end else { return false }
        var missed = Int((time - end) / Self.interval) + 1
        end += Double(missed) * Self.interval
        missed = min(missed, bars.count)
        for index in 0..<missed { push(index == 0 ? peak : level) }
        peak = 0
        nextEnd = end
        return true
    }

    private mutating func push(_ bar: Double) {
        bars.removeFirst()
        bars.append(bar)
    }

    /// Blue for quiet, orange for loud, red for what may clip.
    static func color(_ level: Double) -> Color {
        let colors = DesignTokens.Palette.self
        let (orange, red) = (DesignTokens.Meter.orangeLevel, DesignTokens.Meter.redLevel)
        if level <= orange { return colors.speaking.mixed(with: colors.orange, max(0, level) / orange) }
        return colors.orange.mixed(with: colors.recording, min(1, (level - orange) / (red - orange)))
    }
}
