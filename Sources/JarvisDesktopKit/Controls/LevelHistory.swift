// SPDX-License-Identifier: GPL-3.0-or-later
// The bars of the level strip. Pure; accepts readings at irregular intervals.

import GtkKit

/// The loudness of the last second and a half, one bar per twentieth of a second, oldest first.
struct LevelHistory: Equatable {
    /// The level of each bar, 0…1, oldest first.
    private(set) var bars = [Double](repeating: 0, count: DesignTokens.Meter.bars)
    private var nextEnd: Double?
    private var peak = 0.0

    static let interval = Double(DesignTokens.Meter.barMilliseconds) / 1000

    /// Adds a reading. Each bar shows the loudest of its interval. After a stall, the missed bars repeat the newest
    /// reading, so the strip keeps pace with the clock.
    /// - Parameter time: monotonic seconds.
    /// - Returns: true if there are new bars.
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

    /// Blue for quiet levels, orange for loud ones, red for those that may clip.
    static func color(_ level: Double, isLight: Bool = false) -> Color {
        func shown(_ color: Color) -> Color { isLight ? color.inLight : color }
        let (quiet, loud) = (shown(DesignTokens.Palette.speaking), shown(DesignTokens.Palette.orange))
        let clipped = shown(DesignTokens.Palette.recording)
        let (orange, red) = (DesignTokens.Meter.orangeLevel, DesignTokens.Meter.redLevel)
        if level <= orange { return quiet.mixed(with: loud, max(0, level) / orange) }
        return loud.mixed(with: clipped, min(1, (level - orange) / (red - orange)))
    }
}
