// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the quick settings sheet; its colours are in data/style-settings.css.

import JarvisDesktopKit

extension DesignTokens {
    package enum QuickSettings {
        /// The sheet's largest width, and its height at the normal text size: the handle's area, six rows and the
        /// border.
        static let width = 480
        static let height = 280
        /// The distance between the sheet and the window's edges.
        static let margin = 12
        /// The free space above a sheet as tall as the window.
        static let topMargin = 56
        /// The size of the handle, and the height of the area around it.
        static let handle = (width: 36, height: 5)
        static let handleArea = 14
        static let sliderWidth = 200
        package static let icon = 18
        /// Dragging the sheet down by this share of its height closes it on release.
        static let closingShare = 0.3
        /// How far a swipe from below the buttons must go up to open the sheet.
        package static let openingDistance = 60.0
    }
}
