// SPDX-License-Identifier: GPL-3.0-or-later
// Makes Pango markup from plain text.

import CGtk

/// Prepares text for Pango markup.
public enum Markup {
    /// The text with characters that have a meaning in Pango markup escaped.
    public static func escape(_ text: some StringProtocol) -> String {
        guard let escaped = g_markup_escape_text(String(text), -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
