// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that the desktop and its programs share (GSettings). Reading is from memory, writing is handed to a service;
// neither blocks. Main thread only.

import CGio

/// The settings of one schema.
@MainActor
public final class DesktopSettings {
    private let settings: GObjectRef
    private let schema: OpaquePointer

    /// - Parameters:
    ///   - schema: for example "org.gnome.desktop.interface"; nil comes of one that is not installed.
    ///   - inMemory: true keeps changes to this object, beginning with the defaults.
    public init?(schema name: String, inMemory: Bool = false) {
        // GIO would end the process where it is asked for a schema that is not there.
        guard let source = g_settings_schema_source_get_default(),
            let schema = g_settings_schema_source_lookup(source, name, 1)
        else { return nil }
        let backend = inMemory ? g_memory_settings_backend_new() : nil
        defer { if let backend { g_object_unref(UnsafeMutableRawPointer(backend)) } }
        guard let made = g_settings_new_full(schema, backend, nil) else {
            g_settings_schema_unref(schema)
            return nil
        }
        settings = GObjectRef(adopting: UnsafeMutableRawPointer(made))
        self.schema = schema
    }

    /// A yes or no; nil where there is no such key.
    public func flag(_ key: String) -> Bool? {
        guard isFlag(key) else { return nil }
        return g_settings_get_boolean(settings.pointer(), key) != 0
    }

    /// Sets a yes or no.
    /// - Returns: false where there is no such key, or the administrator has locked it.
    public func setFlag(_ key: String, _ value: Bool) -> Bool {
        isFlag(key) && g_settings_set_boolean(settings.pointer(), key, value ? 1 : 0) != 0
    }

    private func isFlag(_ key: String) -> Bool {
        guard g_settings_schema_has_key(schema, key) != 0, let key = g_settings_schema_get_key(schema, key) else {
            return false
        }
        defer { g_settings_schema_key_unref(key) }
        return g_variant_type_peek_string(g_settings_schema_key_get_value_type(key)).pointee == CChar(UInt8(ascii: "b"))
    }

    isolated deinit {
        g_settings_schema_unref(schema)
    }
}
