// SPDX-License-Identifier: GPL-3.0-or-later
// Which swipe sends a pane away.

/// Swipes over a pane.
enum PaneSwipe {
    /// True for a swipe to the right, where a pane goes back to; up and down are for what scrolls in it.
    /// - Parameters: speeds at the end in pixels per second, rightwards and downwards.
    static func closes(_ x: Double, _ y: Double) -> Bool {
        x > DesignTokens.Gesture.swipeSpeed && x > 1.5 * abs(y)
    }
}
