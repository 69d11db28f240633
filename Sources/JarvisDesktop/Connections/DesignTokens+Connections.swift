// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the page about servers; its colours are in data/style-connections.css.

extension DesignTokens {
    enum Connections {
        static let bars = (width: 28, height: 20)
        static let barWidth = 4.0
        static let barGap = 3.0
        /// Height of the lowest bar, as a share of the highest.
        static let lowestBar = 0.35
        /// Opacity of bars that are not lit.
        static let unlit = 0.25
        static let addButton = 56
        static let plus = 20.0
        static let plusWidth = 2.5
        /// An eighth of a turn makes the plus a cross.
        static let plusTurn = 45.0
        /// The add button to the page's edges.
        static let addMargin = 20
        /// A note stands above the add button.
        static let toastMargin = 76
        /// Servers that are shown with the first picture of the page: more than a window of usual height has room for.
        static let firstRows = 9
        /// Room for the add button below the last row.
        static let bottomMargin = 96
        /// Between two looks at how the language models are doing.
        static let askMilliseconds = 5000
        /// What has come is laid out by then.
        static let revealMilliseconds = 80
        /// Lines of a log, and characters of what a tool says of itself.
        static let logLines = 12
        static let toolText = 240
        /// Characters of a configuration that is pasted.
        static let longestPaste = 262_144
        static let longestVariables = 16_384
    }
}
