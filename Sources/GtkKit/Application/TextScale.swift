// SPDX-License-Identifier: GPL-3.0-or-later
// How much larger than usual text is: as the desktop wants it, and as the user wants it in this program.

import CGtk
import GioKit

/// The current text scaling.
@MainActor
public enum TextScale {
    /// 1 for text at its own size, 2 for text at 200 %.
    public static var current: Double {
        let resolution = jarvis_text_resolution()
        return resolution > 0 ? Double(resolution) / unit : 1
    }

    /// Makes the text of this program larger than the desktop asks for; 1 follows the desktop again. While the factor is
    /// another one, a change in the desktop counts from the next call on.
    public static func multiply(by factor: Double) {
        guard factor != TextScale.factor else { return }
        TextScale.factor = factor
        jarvis_reset_text_resolution()
        if factor != 1 { simulate(current * factor) }
    }

    /// Stands in for the desktop's wish, for this program only.
    public static func simulate(_ scale: Double) { jarvis_set_text_resolution(gint(scale * unit)) }

    private static var factor = 1.0
    /// 96 dots per inch, in GTK's 1024ths.
    private static let unit = 96.0 * 1024
}
