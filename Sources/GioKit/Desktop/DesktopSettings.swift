// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses settings that the desktop and its programs share (GSettings). Values are read from memory, and a service
// writes them, so nothing blocks. Main thread only.

import CGio

/// The settings of one schema.
@MainActor
public final class DesktopSettings {
    private let settings: GObjectRef
    private let schema: OpaquePointer

    /// Opens the settings; returns nil if the schema is not installed.
    /// - Parameters:
    ///   - schema: The name of the schema, for example "org.gnome.desktop.interface".
    ///   - inMemory: True to keep changes within this object, starting from the defaults.
    public init?(schema name: String, inMemory: Bool = false) {
        // Check for the schema first, since GIO ends the process if it is missing.
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

    /// False if no settings service is installed; settings then apply only to this program.
    public static var areKept: Bool { jarvis_settings_are_kept() != 0 }

    /// Blocks until all changes are written, for programs that are about to end.
    public static func finishWriting() { g_settings_sync() }

    /// The Boolean value of a key; nil if the key is missing.
    public func flag(_ key: String) -> Bool? {
        guard has(key, ofType: "b") else { return nil }
        return g_settings_get_boolean(settings.pointer(), key) != 0
    }

    /// Sets a Boolean.
    /// - Returns: False if the key is missing, or if the administrator has locked it.
    public func setFlag(_ key: String, _ value: Bool) -> Bool {
        has(key, ofType: "b") && g_settings_set_boolean(settings.pointer(), key, value ? 1 : 0) != 0
    }

    /// The text of a key, or the name of an enumerated choice; nil if the key is missing.
    public func text(_ key: String) -> String? {
        guard has(key, ofType: "s"), let value = g_settings_get_string(settings.pointer(), key) else { return nil }
        defer { g_free(value) }
        return String(cString: value)
    }

    /// Sets a text, or an enumerated choice by its name.
    /// - Returns: False if the key or the choice doesn't exist, or if the administrator has locked the key.
    public func setText(_ key: String, _ value: String) -> Bool {
        guard has(key, ofType: "s"), let found = g_settings_schema_get_key(schema, key) else { return false }
        defer { g_settings_schema_key_unref(found) }
        guard let variant = g_variant_ref_sink(g_variant_new_string(value)) else { return false }
        defer { g_variant_unref(variant) }
        // GIO would log a warning for a choice that the schema doesn't have.
        guard g_settings_schema_key_range_check(found, variant) != 0 else { return false }
        return g_settings_set_string(settings.pointer(), key, value) != 0
    }

    /// True if the schema has the key, with values of this single-letter GVariant type.
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
