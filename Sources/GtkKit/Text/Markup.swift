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

    /// `text`, escaped, with parts of it on another ground.
    /// - Parameter parts: in the order of the text, none in another.
    public static func mark(
        _ parts: [Range<String.Index>], of text: String, ground: Color, letters: Color
    ) -> String {
        var markup = ""
        var place = text.startIndex
        for part in parts {
            markup += escape(text[place..<part.lowerBound])
            markup += "<span bgcolor='\(ground.hexadecimal)' fgcolor='\(letters.hexadecimal)'>"
            markup += escape(text[part]) + "</span>"
            place = part.upperBound
        }
        return markup + escape(text[place...])
    }
}
