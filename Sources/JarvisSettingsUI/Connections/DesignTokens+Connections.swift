// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations of the servers page; its colours are in data/style-connections.css.

import JarvisDesktopKit

extension DesignTokens {
    enum Connections {
        static let bars = (width: 28, height: 20)
        static let barWidth = 4.0
        static let barGap = 3.0
        /// The height of the lowest bar, as a share of the highest.
        static let lowestBar = 0.35
        /// The opacity of unlit bars.
        static let unlit = 0.25
        static let addButton = 56
        static let plus = 20.0
        static let plusWidth = 2.5
        /// An eighth of a turn makes the plus a cross.
        static let plusTurn = 45.0
        /// The distance between the add button and the page's edges.
        static let addMargin = 20
        /// The distance of toasts from the page's lower edge, which puts them above the add button.
        static let toastMargin = 76
        /// The number of servers in the first picture of the page: more than fit a window of usual height.
        static let firstRows = 9
        /// Room for the add button below the last row.
        static let bottomMargin = 96
        /// How often the state of the language models is checked.
        static let askMilliseconds = 5000
        /// By this time, new content has been laid out.
        static let revealMilliseconds = 80
        /// The most lines of a log, and the most characters of a tool's description.
        static let logLines = 12
        static let toolText = 240
        /// The most characters of a pasted configuration.
        static let longestPaste = 262_144
        static let longestVariables = 16_384
    }
}
