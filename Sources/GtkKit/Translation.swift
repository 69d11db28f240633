// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people in the user's language, through gettext.

import CGtk

/// The catalogue of translated texts.
public enum Translation {
    /// The translation of `text` in the catalogue `domain`; `text` itself where there is none.
    public static func text(_ text: String, domain: String) -> String {
        // Without a translation gettext returns the very pointer it was given: read it while that is alive.
        text.withCString { original in
            g_dgettext(domain, original).map { String(cString: $0) } ?? text
        }
    }
}
