// SPDX-License-Identifier: GPL-3.0-or-later
// Pango markup from plain text.

import CGtk

/// Pango markup.
public enum Markup {
    /// `text` with the characters that mean something to Pango replaced.
    public static func escape(_ text: some StringProtocol) -> String {
        guard let escaped = g_markup_escape_text(String(text), -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
