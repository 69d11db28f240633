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

    /// False where nothing is installed that keeps settings: they are this program's own then, and of no use to others.
    public static var areKept: Bool { jarvis_settings_are_kept() != 0 }

    /// Waits until what was set has been written: for programs that end right after.
    public static func finishWriting() { g_settings_sync() }

    /// A yes or no; nil where there is no such key.
    public func flag(_ key: String) -> Bool? {
        guard has(key, ofType: "b") else { return nil }
        return g_settings_get_boolean(settings.pointer(), key) != 0
    }

    /// Sets a yes or no.
    /// - Returns: false where there is no such key, or the administrator has locked it.
    public func setFlag(_ key: String, _ value: Bool) -> Bool {
        has(key, ofType: "b") && g_settings_set_boolean(settings.pointer(), key, value ? 1 : 0) != 0
    }

    /// A text, or the name of one of several choices; nil where there is no such key.
    public func text(_ key: String) -> String? {
        guard has(key, ofType: "s"), let value = g_settings_get_string(settings.pointer(), key) else { return nil }
        defer { g_free(value) }
        return String(cString: value)
    }

    /// Sets a text, or one of several choices by its name.
    /// - Returns: false where there is no such key or no such choice, or the administrator has locked it.
    public func setText(_ key: String, _ value: String) -> Bool {
        guard has(key, ofType: "s"), let found = g_settings_schema_get_key(schema, key) else { return false }
        defer { g_settings_schema_key_unref(found) }
        guard let variant = g_variant_ref_sink(g_variant_new_string(value)) else { return false }
        defer { g_variant_unref(variant) }
        // GIO warns where a choice is set that the schema does not have.
        guard g_settings_schema_key_range_check(found, variant) != 0 else { return false }
        return g_settings_set_string(settings.pointer(), key, value) != 0
    }

    /// True where the schema has the key, with values of this type of GVariant: one letter.
    private func has(_ key: String, ofType type: Unicode.Scalar) -> Bool {
        guard g_settings_schema_has_key(schema, key) != 0, let key = g_settings_schema_get_key(schema, key) else {
            return false
        }
        defer { g_settings_schema_key_unref(key) }
        let first = g_variant_type_peek_string(g_settings_schema_key_get_value_type(key)).pointee
        return first == CChar(UInt8(ascii: type))
    }

    isolated deinit {
        g_settings_schema_unref(schema)
    }
}
