// SPDX-License-Identifier: GPL-3.0-or-later
// How large the window opens, and how small it can get: a small or strongly scaled screen has less room than the design
// wants, and not every compositor makes a window fit by itself.

/// The window's sizes for the smallest of the screens, in logical pixels.
struct WindowRoom: Equatable {
    let width: Int
    let height: Int
    let leastWidth = DesignTokens.Size.minimumWindowWidth
    let leastHeight: Int

    /// - Parameter screen: nil where it is not known.
    init(screen: (width: Int, height: Int)?) {
        let tokens = DesignTokens.Size.self
        let room = screen.map { $0.height - tokens.panelRoom } ?? .max
        width = max(leastWidth, min(tokens.windowWidth, screen?.width ?? .max))
        leastHeight = max(tokens.lowestWindowHeight, min(tokens.minimumWindowHeight, room))
        height = max(leastHeight, min(tokens.windowHeight, room))
    }
}
