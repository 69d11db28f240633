// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of the pictures of themes, in logical pixels.

extension DesignTokens {
    enum Themes {
        static let pictureHeight = 96
        static let radius = 10.0
        /// Of what is drawn, which is cut to what a card has room for.
        static let sceneWidth = 420.0
        static let sceneHeight = 150.0
        /// Device pixels per logical pixel: sharp on dense screens, and soft on others.
        static let scale = 2.0
        static let particles = 120
        static let zoom = 2.0
    }
}
