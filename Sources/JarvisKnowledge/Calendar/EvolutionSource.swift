// SPDX-License-Identifier: GPL-3.0-or-later
// What Evolution Data Server knows of one source of data: whether it is a calendar, and whether its user has it shown.

import CGio

/// A calendar of Evolution Data Server that is switched on and shown in calendar programs.
struct EvolutionSource: Hashable, Sendable {
    var identifier: String
    /// For people, in their language.
    var name: String

    /// - Parameter data: the source's key file.
    /// - Returns: nil for other sources than calendars, and for those that are not shown.
    init?(identifier: String, data: String) {
        guard let file = g_key_file_new() else { return nil }
        defer { g_key_file_unref(file) }
        guard g_key_file_load_from_data(file, data, gsize(data.utf8.count), G_KEY_FILE_KEEP_TRANSLATIONS, nil) != 0,
            g_key_file_has_group(file, "Calendar") != 0,
            Self.flag(file, "Data Source", "Enabled"), Self.flag(file, "Calendar", "Selected")
        else { return nil }
        // Weather is listed like appointments, but takes up no time.
        if Self.text(g_key_file_get_string(file, "Calendar", "BackendName", nil)) == "weather" { return nil }
        self.identifier = identifier
        name =
            Self.text(g_key_file_get_locale_string(file, "Data Source", "DisplayName", nil, nil)) ?? identifier
    }

    /// On unless the file says something else, as in Evolution.
    private static func flag(_ file: OpaquePointer, _ group: String, _ key: String) -> Bool {
        g_key_file_has_key(file, group, key, nil) == 0 || g_key_file_get_boolean(file, group, key, nil) != 0
    }

    private static func text(_ taken: UnsafeMutablePointer<CChar>?) -> String? {
        guard let taken else { return nil }
        defer { g_free(taken) }
        return String(cString: taken)
    }
}
