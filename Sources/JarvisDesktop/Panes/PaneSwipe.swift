// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which swipes close a pane.

import JarvisDesktopKit

/// Swipes over a pane.
enum PaneSwipe {
    /// True for a swipe to the right, which goes back; up and down scroll the content. `x` and `y` are the final
    /// speeds, to the right and down, in pixels per second.
    static func closes(_ x: Double, _ y: Double) -> Bool {
        x > DesignTokens.Gesture.swipeSpeed && x > 1.5 * abs(y)
    }
}
