// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people in the user's language, through gettext.

import CGtk
import GioKit

/// The catalogue of translated texts.
public enum Translation {
    /// The translation of `text` in the catalogue `domain`; `text` itself where there is none.
    public static func text(_ text: String, domain: String) -> String {
        // Without a translation gettext hands the argument itself back: it must live until the answer is copied.
        text.withCString { original in
            guard let translated = g_dgettext(domain, original) else { return text }
            return String(cString: translated)
        }
    }
}
