// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of contrast.

import JarvisCore

extension DesignTokens {
    /// What texts have to reach.
    enum Contrast {
        /// Ratio of text to its ground.
        static let text = 7.0
        /// The lightest ground that texts in an accent's colour stand on: a glass card over the field's glow.
        static let lightestGround = HexColor(0x15161F)
    }
}
