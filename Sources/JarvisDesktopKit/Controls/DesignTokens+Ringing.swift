// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of what rings; its colours are in data/style-widgets.css.

package import GtkKit

extension DesignTokens {
    package enum Ringing {
        /// The width of the card at the usual size of text.
        package static let width = 440
        /// The side of the bell with its waves, and the radius of its disc.
        static let bell = 88
        static let disc = 24.0
        static let icon = 26
        /// How many of the others are listed.
        static let listed = 2
        /// How long a wave takes from the bell to the edge, in seconds, and how many are on their way.
        static let wave = 2.4
        static let waves = 3
        /// Few frames a second are enough for soft waves.
        static let frameMilliseconds = 50
        static let color = Palette.held
        package static let spacing = 12
        /// The bell is hidden when the text is larger than this, to make room for the words.
        static let largestTextWithBell = 1.5
    }
}
