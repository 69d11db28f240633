// SPDX-License-Identifier: GPL-3.0-or-later
// How large the window opens, and how small it can get: a small or strongly scaled screen has less room than the design
// wants, and not every compositor makes a window fit by itself.

import GtkKit

/// The window's sizes for the smallest of the screens, in logical pixels.
struct WindowRoom: Equatable {
    let width: Int
    let height: Int
    let leastWidth = DesignTokens.Size.minimumWindowWidth
    let leastHeight: Int

    /// - Parameters:
    ///   - screens: none where they are not known.
    ///   - areInDoubt: they may be smaller by their scale. Then only the least height heeds that: compositors that leave
    ///     it in doubt make the window fit.
    init(screens: [Screens.Area], areInDoubt: Bool = false) {
        let tokens = DesignTokens.Size.self
        let room = screens.map { $0.height - tokens.panelRoom }.min() ?? .max
        let leastRoom = areInDoubt ? screens.map { $0.height / $0.scale - tokens.panelRoom }.min() ?? .max : room
        width = max(leastWidth, min(tokens.windowWidth, screens.map(\.width).min() ?? .max))
        leastHeight = max(tokens.lowestWindowHeight, min(tokens.minimumWindowHeight, leastRoom))
        height = max(leastHeight, min(tokens.windowHeight, room))
    }
}
