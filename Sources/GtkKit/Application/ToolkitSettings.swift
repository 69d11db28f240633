// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the desktop's settings for all GTK programs: animations, theme name, dark or light.

import CGtk
import GioKit

/// Follows GTK's settings until this is released.
@MainActor
public final class ToolkitSettings {
    private let settings: GObjectRef?
    private var connections: [SignalConnection] = []

    /// - Parameter handler: Called when one of the settings below changes.
    public init(_ handler: @escaping @MainActor () -> Void) {
        settings = gtk_settings_get_default().map { GObjectRef(retaining: UnsafeMutableRawPointer($0)) }
        for name in ["gtk-enable-animations", "gtk-theme-name", "gtk-application-prefer-dark-theme"] {
            if let connection = settings?.on("notify::\(name)", handler) { connections.append(connection) }
        }
    }

    /// False if the desktop turns animations off.
    public var areAnimationsEnabled: Bool {
        get { settings.map { jarvis_object_get_boolean($0.raw, "gtk-enable-animations") != 0 } ?? true }
        set { if let settings { jarvis_object_set_boolean(settings.raw, "gtk-enable-animations", newValue ? 1 : 0) } }
    }

    /// The name of the desktop's theme, for example "Adwaita-dark" or "HighContrast".
    public var themeName: String {
        get {
            guard let settings, let name = jarvis_object_get_string(settings.raw, "gtk-theme-name") else { return "" }
            defer { g_free(name) }
            return String(cString: name)
        }
        set { if let settings { jarvis_object_set_string(settings.raw, "gtk-theme-name", newValue) } }
    }

    /// True if the desktop or this program prefers the dark variant of the theme.
    public var prefersDark: Bool {
        get { settings.map { jarvis_object_get_boolean($0.raw, "gtk-application-prefer-dark-theme") != 0 } ?? false }
        set {
            guard let settings else { return }
            jarvis_object_set_boolean(settings.raw, "gtk-application-prefer-dark-theme", newValue ? 1 : 0)
        }
    }

    /// The double-click time, in milliseconds.
    public static var doubleClickMilliseconds: Int {
        guard let settings = gtk_settings_get_default() else { return 400 }
        return Int(jarvis_object_get_integer(UnsafeMutableRawPointer(settings), "gtk-double-click-time"))
    }

    isolated deinit {
        for connection in connections { connection.disconnect() }
    }
}
