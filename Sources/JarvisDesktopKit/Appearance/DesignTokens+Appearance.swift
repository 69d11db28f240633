// SPDX-License-Identifier: GPL-3.0-or-later
// The contrast that text must have.

import JarvisCore

extension DesignTokens {
    /// Limits for the contrast of text.
    enum Contrast {
        /// The least contrast ratio of text to its background. Thin strokes lose some contrast on the screen, and 7
        /// must remain there.
        static let text = 7.6
        /// The lightest background of text in an accent colour: a glass card over the field's glow.
        static let lightestGround = HexColor(0x1C1E27)
    }
}
