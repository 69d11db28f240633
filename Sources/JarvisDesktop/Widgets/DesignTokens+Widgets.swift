// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the widgets, in logical pixels; their colours are in data/style-widgets.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Widgets {
        static let margin = 14
        static let gap = 10
        static let lineGap = 4
        static let icon = 18
        static let smallSize = (width: 320, height: 76)
        static let mediumSize = (width: 360, height: 230)
        static let largeSize = (width: 380, height: 430)
        /// The most timers that a large widget lists.
        static let mostTimers = 3
    }

    enum HoldPill {
        /// Room for the newest words, in characters.
        static let characters = 36
        /// The distance from the screen's lower edge, which clears a panel.
        static let distance = 96
    }
}
