// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people in the user's language, through gettext.

import CGtk

/// The catalogue of translated texts.
public enum Translation {
    /// The translation of `text` in the catalogue `domain`; `text` itself where there is none.
    public static func text(_ text: String, domain: String) -> String {
        guard let translated = g_dgettext(domain, text) else { return text }
        return String(cString: translated)
    }
}
