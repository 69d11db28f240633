// SPDX-License-Identifier: GPL-3.0-or-later
// A data source of Evolution Data Server: whether it is a calendar, and whether it is shown.

import CGio

/// A calendar of Evolution Data Server that is enabled and shown in calendar programs.
struct EvolutionSource: Hashable, Sendable {
    var identifier: String
    /// The name to display, in the user's language.
    var name: String
    /// The addresses of the calendar's owner, as far as the account says.
    var owners: Set<String> = []

    /// Reads a source's key file.
    /// - Parameter data: The key file's content.
    /// - Returns: Nil if the source is not a calendar, is disabled or is hidden.
    init?(identifier: String, data: String) {
        guard let file = g_key_file_new() else { return nil }
        defer { g_key_file_unref(file) }
        guard g_key_file_load_from_data(file, data, gsize(data.utf8.count), G_KEY_FILE_KEEP_TRANSLATIONS, nil) != 0,
            g_key_file_has_group(file, "Calendar") != 0,
            Self.flag(file, "Data Source", "Enabled"), Self.flag(file, "Calendar", "Selected")
        else { return nil }
        // Weather forecasts come as appointments, but take up no time.
        if Self.text(g_key_file_get_string(file, "Calendar", "BackendName", nil)) == "weather" { return nil }
        self.identifier = identifier
        name =
            Self.text(g_key_file_get_locale_string(file, "Data Source", "DisplayName", nil, nil)) ?? identifier
        for (group, key) in [
            ("WebDAV Backend", "EmailAddress"), ("Authentication", "User"), ("Collection", "Identity"),
        ] {
            guard let text = Self.text(g_key_file_get_string(file, group, key, nil)), text.contains("@") else {
                continue
            }
            owners.insert(CalendarText.address(text))
        }
    }

    /// True unless the file says otherwise, as in Evolution.
    private static func flag(_ file: OpaquePointer, _ group: String, _ key: String) -> Bool {
        g_key_file_has_key(file, group, key, nil) == 0 || g_key_file_get_boolean(file, group, key, nil) != 0
    }

    private static func text(_ taken: UnsafeMutablePointer<CChar>?) -> String? {
        guard let taken else { return nil }
        defer { g_free(taken) }
        return String(cString: taken)
    }
}
