// SPDX-License-Identifier: GPL-3.0-or-later
// The visualizer's size: what fits between card and controls, times the user's zoom, which is followed smoothly.

import Glibc

struct ZoomFollower {
    /// The user's factor.
    var target = 1.0

    private var value: Double?
    private var last = 0.0

    /// The factor at `time`, in seconds of a clock that never goes back.
    /// - Parameter jumps: true where nothing may move.
    mutating func advance(to time: Double, jumps: Bool = false) -> Double {
        let step = max(time - last, 0)
        last = time
        guard let old = value, !jumps, abs(old - target) > 0.002 else {
            value = target
            return target
        }
        let new = old + (target - old) * (1 - exp(-step / DesignTokens.Gesture.zoomFollowing))
        value = new
        return new
    }

    /// The scene's zoom: the visualizer never reaches beyond the field, whatever the user's factor is.
    /// - Parameter fit: what the window's size allows, as a share of the visualizer's full size.
    static func fitted(_ factor: Double, fit: Double, field: Int) -> Double {
        min(fit * factor, max(1, Double(field) / Double(DesignTokens.Size.visualizer)))
    }
}
