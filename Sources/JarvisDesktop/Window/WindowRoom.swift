// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the window's initial and smallest size: three fifths of the screen, but at least the size of the design
// where that fits. A small or strongly scaled screen has less room than the design wants, and not every compositor makes a
// window fit.

import GtkKit
import JarvisDesktopKit

/// The sizes of a window that must fit the smallest screen, in logical pixels.
struct WindowRoom: Equatable {
    let width: Int
    let height: Int
    let leastWidth = DesignTokens.Size.minimumWindowWidth
    let leastHeight: Int

    /// - Parameters:
    ///   - screens: the work areas of all screens; empty if unknown.
    ///   - areInDoubt: true if the scale of the screens is uncertain, so they may be smaller. The window then opens in
    ///     the size of the design, and only the minimum height allows for it, because compositors that leave the scale
    ///     uncertain make the window fit.
    init(screens: [Screens.Area], areInDoubt: Bool = false) {
        let tokens = DesignTokens.Size.self
        let room = screens.map { $0.height - tokens.panelRoom }.min() ?? .max
        let leastRoom = areInDoubt ? screens.map { $0.height / $0.scale - tokens.panelRoom }.min() ?? .max : room
        let narrowest = screens.map(\.width).min() ?? .max
        let share = areInDoubt || screens.isEmpty ? 0 : tokens.windowShare
        let wide = max(tokens.windowWidth, Int(Double(screens.isEmpty ? 0 : narrowest) * share))
        let high = max(tokens.windowHeight, Int(Double(screens.isEmpty ? 0 : room) * share))
        width = max(leastWidth, min(wide, narrowest))
        leastHeight = max(tokens.lowestWindowHeight, min(tokens.minimumWindowHeight, leastRoom))
        height = max(leastHeight, min(high, room))
    }
}
