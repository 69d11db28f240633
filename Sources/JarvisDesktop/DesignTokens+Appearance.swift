// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of contrast, and the accents that are offered.

import JarvisCore

extension DesignTokens {
    /// What texts have to reach.
    enum Contrast {
        /// Ratio of text to its ground: 7 is what it has to be on screen, where thin strokes lose some of their light.
        static let text = 7.6
        /// The lightest ground that texts in an accent's colour stand on: a glass card over the field's glow.
        static let lightestGround = HexColor(0x1C1E27)
    }

    /// Colours to pick from; any other can be typed.
    enum Accents {
        @MainActor static let offered: [(name: String, color: HexColor)] = [
            (localized("Electric cyan"), HexColor(0x00D4FF)), (localized("Azure"), HexColor(0x4C9DFF)),
            (localized("Quantum purple"), HexColor(0x7B68EE)), (localized("Violet"), HexColor(0xB46BFF)),
            (localized("Plasma orange"), HexColor(0xFF6B35)), (localized("Gold"), HexColor(0xFFC233)),
            (localized("Coral"), HexColor(0xFF7F6A)), (localized("Rose"), HexColor(0xFF5C8A)),
            (localized("Emerald"), HexColor(0x2ECC71)), (localized("Lime"), HexColor(0xA6FF4D)),
            (localized("Ice"), HexColor(0xBFEFFF)), (localized("Silver"), HexColor(0xC8D0DA)),
        ]
        static let columns = 4
        static let swatch = 28
        static let entryWidth = 124
    }
}
