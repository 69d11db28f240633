// SPDX-License-Identifier: GPL-3.0-or-later
// How much larger than usual the desktop wants text.

import CGtk
import GioKit

/// The desktop's text scaling.
@MainActor
public enum TextScale {
    /// 1 for text at its own size, 2 for text at 200 %.
    public static var current: Double {
        let resolution = jarvis_text_resolution()
        return resolution > 0 ? Double(resolution) / unit : 1
    }

    /// Stands in for the desktop's wish, for this program only.
    public static func simulate(_ scale: Double) { jarvis_set_text_resolution(gint(scale * unit)) }

    /// 96 dots per inch, in GTK's 1024ths.
    private static let unit = 96.0 * 1024
}
