// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the visualizer's size smoothly to a target: the size that fits between card and controls, times the user's
// zoom.

import Glibc
import JarvisDesktopKit

struct ZoomFollower {
    /// The value to move to, for example the zoom that the user has set.
    var target = 1.0

    private var value: Double?
    private var last = 0.0

    /// The value at `time`, in seconds of a monotonic clock.
    /// - Parameter jumps: true goes to the target at once, for reduced motion.
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

    /// The scene's zoom, limited so the visualizer never exceeds the field, whatever zoom the user has set.
    /// - Parameter fit: the largest size that the window allows, relative to the visualizer's full size.
    static func fitted(_ factor: Double, fit: Double, field: Int) -> Double {
        min(fit * factor, max(1, Double(field) / Double(DesignTokens.Size.visualizer)))
    }
}
