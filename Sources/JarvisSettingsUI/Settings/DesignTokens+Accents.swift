// SPDX-License-Identifier: GPL-3.0-or-later
// The accent colours on offer, and the sizes of their swatches.

import JarvisCore
import JarvisDesktopKit

extension DesignTokens {
    /// The colours that users can pick; others can be typed.
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
