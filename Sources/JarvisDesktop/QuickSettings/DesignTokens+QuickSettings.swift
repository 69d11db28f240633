// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the sheet of quick settings; its colours are in data/style-settings.css.

extension DesignTokens {
    enum QuickSettings {
        /// Widest sheet, and its height while text has its own size: the handle's area, six rows and the border.
        static let width = 480
        static let height = 280
        /// The sheet to the window's edges.
        static let margin = 12
        /// What stays free above a sheet that is as high as the window.
        static let topMargin = 56
        /// The handle, and the area that it stands in.
        static let handle = (width: 36, height: 5)
        static let handleArea = 14
        static let sliderWidth = 200
        static let icon = 18
        /// Let go of after it was drawn down so far, as a share of its height, the sheet closes.
        static let closingShare = 0.3
        /// Drawn up so far from below the buttons, it opens.
        static let openingDistance = 60.0
    }
}
