// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the text scale: the desktop's scale multiplied by the user's choice in this program.

import CGtk
import GioKit

/// The text scale of this program.
@MainActor
public enum TextScale {
    /// The current scale: 1 for normal size, 2 for 200 %.
    public static var current: Double {
        let resolution = jarvis_text_resolution()
        return resolution > 0 ? Double(resolution) / unit : 1
    }

    /// Scales this program's text relative to the desktop's setting; 1 follows the desktop again. With any other
    /// factor, a change of the desktop's setting takes effect at the next call.
    public static func multiply(by factor: Double) {
        guard factor != TextScale.factor else { return }
        TextScale.factor = factor
        jarvis_reset_text_resolution()
        if factor != 1 { simulate(current * factor) }
    }

    /// Replaces the desktop's text scale within this program.
    public static func simulate(_ scale: Double) { jarvis_set_text_resolution(gint(scale * unit)) }

    private static var factor = 1.0
    /// 96 dots per inch, in GTK's units of 1/1024.
    private static let unit = 96.0 * 1024
}
