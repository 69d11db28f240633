// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the call screen, in logical pixels; its colours are in data/style-calls.css.

extension DesignTokens {
    enum Calls {
        /// The button in the header.
        static let headerIcon = 20
        /// The round buttons of the call, and their signs.
        static let button = 64
        static let icon = 26
        /// Between a button and its word.
        static let wordGap = 6
        /// Between buttons.
        static let gap = 28
        /// Least width of a button with its word, so that buttons stand evenly.
        static let column = 84
        /// Between the lines of the head.
        static let lineGap = 4
        static let headWidth = 560
        static let pillIcon = 18
        /// How long it is said that something did not work.
        static let noteMilliseconds = 6000
    }
}
