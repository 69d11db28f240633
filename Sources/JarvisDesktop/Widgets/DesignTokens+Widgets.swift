// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the widgets, in logical pixels; their colours are in data/style-widgets.css.

extension DesignTokens {
    enum Widgets {
        static let margin = 14
        static let gap = 10
        static let lineGap = 4
        static let icon = 18
        static let smallSize = (width: 320, height: 76)
        static let mediumSize = (width: 360, height: 230)
        static let largeSize = (width: 380, height: 430)
        /// Timers that a large widget lists.
        static let mostTimers = 3
    }

    enum HoldPill {
        /// Room for the newest words.
        static let characters = 36
        /// From the screen's lower edge: above a panel.
        static let distance = 96
    }
}
