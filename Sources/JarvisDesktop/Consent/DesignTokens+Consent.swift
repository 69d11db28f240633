// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the card that asks before a tool is called; its colours are in data/style-connections.css.

extension DesignTokens {
    enum Consent {
        /// Widest card.
        static let width = 560
        /// The card to the window's edges.
        static let margin = 20
        /// Its border.
        static let border = 1
        static let captionSpacing = 2
        /// The line of the time that is left.
        static let lineHeight = 3
        /// Below its place, in logical pixels, the card begins.
        static let travel = 32.0
        /// What the arrow keys scroll by.
        static let scrollStep = 64.0
        /// Between two pictures of the line, and two looks at the seconds where nothing moves.
        static let lineMilliseconds = 50
        static let stillMilliseconds = 250
        /// An answer that is given sooner was meant for something else.
        static let settleMilliseconds = 400
    }
}
