// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for people in the user's language, through gettext.

import CGtk
import GioKit

/// The catalogues of translated texts.
public enum Translation {
    /// Looks for the catalogue of `domain` in this folder, as "de/LC_MESSAGES/DOMAIN.mo"; before that, and where there is
    /// none, the system's own folder counts.
    public static func bind(_ domain: String, folder: String) {
        _ = jarvis_bind_catalogue(domain, folder)
    }

    /// The translation of `text` in the catalogue `domain`; `text` itself where there is none.
    /// - Parameter context: tells apart what one English word means in two places.
    public static func text(_ text: String, context: String? = nil, domain: String) -> String {
        // Without a translation gettext hands the argument itself back: it must live until the answer is copied.
        text.withCString { original in
            let translated =
                if let context { g_dpgettext2(domain, context, original) } else { g_dgettext(domain, original) }
            return translated.map { String(cString: $0) } ?? text
        }
    }

    /// The form of a text that fits the number in the user's language.
    public static func text(_ one: String, _ many: String, count: Int, domain: String) -> String {
        one.withCString { one in
            many.withCString { many in String(cString: g_dngettext(domain, one, many, gulong(max(0, count)))) }
        }
    }
}
