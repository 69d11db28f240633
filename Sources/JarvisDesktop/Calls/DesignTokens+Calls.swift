// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the call screen, in logical pixels; its colours are in data/style-calls.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Calls {
        /// The call button in the header.
        static let headerIcon = 20
        /// The round call buttons and their icons.
        static let button = 64
        static let icon = 26
        /// Between a button and its label.
        static let wordGap = 6
        /// Between buttons.
        static let gap = 20
        /// The least width of a button with its label, so that the buttons are spaced evenly.
        static let column = 84
        /// Between the lines of the head.
        static let lineGap = 4
        static let headWidth = 560
        static let pillIcon = 18
        /// How long a failure message stays.
        static let noteMilliseconds = 6000
    }
}
