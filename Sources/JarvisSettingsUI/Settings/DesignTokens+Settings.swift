// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the settings; their colours are in data/style-settings.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Settings {
        static let valueWidth = 92
        /// The width of drop-downs and text fields.
        static let controlWidth = 260
        /// The share of a row that the words need; the control moves below them if that isn't available.
        static let wordsShare = 0.45
        /// The same share for a row with a status sentence.
        static let statusShare = 0.6
        /// A slider that hasn't moved for this long counts as released.
        static let sliderRestMilliseconds = 300
        /// A pause of this length ends typing.
        static let typingRestMilliseconds = 800
        /// How often the settings check the servers' state.
        static let serverNewsMilliseconds = 2000

        /// The width of the window at which the list of pages fits beside a page.
        static let settingsWide = 800
        static let leastPage = 480
        /// The column of a page and its margins.
        static let widestPage = Panes.columnWidth + 2 * Panes.margin
        /// The width of the list of pages at the normal text size.
        static let listWidth = 270
        static let listSpacing = 2
        /// The height of the chart of recent turns.
        static let timingsHeight = 96
        /// How long a row found by search is highlighted.
        static let foundMilliseconds = 1600
        /// By this time, a new page has been laid out.
        static let layoutMilliseconds = 60
    }
}
