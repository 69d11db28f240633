// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the theme thumbnails, in logical pixels.

extension DesignTokens {
    enum Themes {
        static let pictureHeight = 96
        static let radius = 10.0
        /// The width of the drawn picture; a card shows the part that fits.
        static let sceneWidth = 420.0
        static let sceneHeight = 150.0
        /// Device pixels per logical pixel. 2 is sharp on dense screens, and scales down softly on others.
        static let scale = 2.0
        static let particles = 120
        static let zoom = 2.0
    }
}
