// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the consent card; its colours are in data/style-connections.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Consent {
        /// The card's largest width.
        static let width = 560
        /// The space between the card and the window's edges.
        static let margin = 20
        /// The card's border.
        static let border = 1
        /// The height of the line that shows the time left.
        static let lineHeight = 3
        /// How far below its place the card starts, in logical pixels.
        static let travel = 32.0
        /// How far one press of an arrow key scrolls.
        static let scrollStep = 64.0
        /// The time between two frames of the line, and between two updates of the seconds when motion is off.
        static let lineMilliseconds = 50
        static let stillMilliseconds = 250
        /// An answer given sooner than this was meant for something else.
        static let settleMilliseconds = 400
    }
}
