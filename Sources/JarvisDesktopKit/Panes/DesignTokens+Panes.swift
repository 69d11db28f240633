// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths and durations that panes share; their colours are in data/style-panes.css.

extension DesignTokens {
    package enum Panes {
        /// The widest column of text or settings.
        package static let columnWidth = 720
        package static let margin = 20
        package static let icon = 20
        /// The ring before an item on a list.
        package static let tick = 18

        package static let chipSpacing = 6
        package static let chipGap = 2
        static let toastMilliseconds = 6000

        package static let composerMargin = (horizontal: 16, vertical: 12)

        package static let sectionSpacing = 32
        package static let headingSpacing = 12
        package static let rowSpacing = 8
        /// The space between a caption and the value below it.
        package static let captionSpacing = 2
    }
}
