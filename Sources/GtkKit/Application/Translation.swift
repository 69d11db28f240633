// SPDX-License-Identifier: GPL-3.0-or-later
// Translates texts into the user's language with gettext.

import CGtk
import GioKit

/// Looks up translations in gettext's catalogues.
public enum Translation {
    /// Searches this folder for the catalogue of `domain`, as "de/LC_MESSAGES/DOMAIN.mo". Without this call, gettext
    /// searches the system's own folder.
    public static func bind(_ domain: String, folder: String) {
        _ = jarvis_bind_catalogue(domain, folder)
    }

    /// The translation of `text` from the catalogue of `domain`; `text` itself if there is none.
    /// - Parameter context: Distinguishes different meanings of the same English text.
    public static func text(_ text: String, context: String? = nil, domain: String) -> String {
        // Without a translation gettext returns its argument, which therefore has to exist until the result is copied.
        text.withCString { original in
            let translated =
                if let context { g_dpgettext2(domain, context, original) } else { g_dgettext(domain, original) }
            return translated.map { String(cString: $0) } ?? text
        }
    }

    /// The translation with the plural form for this number in the user's language.
    public static func text(_ one: String, _ many: String, count: Int, domain: String) -> String {
        one.withCString { one in
            many.withCString { many in String(cString: g_dngettext(domain, one, many, gulong(max(0, count)))) }
        }
    }
}
