// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the voice cards; their colours are in data/style-settings.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Voices {
        static let cardHeight = 140
        static let cardWidth = 250
        static let columns = 2
        static let spacing = 12
        static let glow = 4
        /// The number of rows of cards in view at once.
        static let rowsInView = 3
        static let hear = 44
        /// The space between a card's edge and the button that fetches its voice.
        static let getMargin = 14
        static let bars = 48
        static let barGap = 2.0
        static let leastBar = 3.0
        static let pictureHeight = 36
        static let unheard = 0.6
    }
}
