// SPDX-License-Identifier: GPL-3.0-or-later
// Style sheets, icons and the choice of GSK renderer.

import CGtk

/// Styles of the default display.
@MainActor
public enum Styling {
    /// Adds a style sheet for the whole program, above the theme. Parsing errors are reported and skipped by GTK.
    public static func add(css: String) {
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    /// Adds a style sheet from a file.
    public static func add(cssFile path: String) {
        guard let display = gdk_display_get_default(), let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_path(provider, path)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(provider)
    }

    /// Looks for icons below this folder too.
    public static func add(iconFolder path: String) {
        guard let display = gdk_display_get_default() else { return }
        gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// True when the icon theme has an icon of this name.
    public static func hasIcon(_ name: String) -> Bool {
        guard let display = gdk_display_get_default() else { return false }
        return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }

    /// Asks the theme for its dark variant, whatever the desktop prefers.
    public static func prefersDark() {
        guard let settings = gtk_settings_get_default() else { return }
        jarvis_object_set_boolean(UnsafeMutableRawPointer(settings), "gtk-application-prefer-dark-theme", 1)
    }

    /// False when the desktop asks for no animations.
    public static var areAnimationsEnabled: Bool {
        guard let settings = gtk_settings_get_default() else { return true }
        return jarvis_object_get_boolean(UnsafeMutableRawPointer(settings), "gtk-enable-animations") != 0
    }

    /// The longest time between the presses of a double click, as the desktop has it, in milliseconds.
    public static var doubleClickMilliseconds: Int {
        guard let settings = gtk_settings_get_default() else { return 400 }
        return Int(jarvis_object_get_integer(UnsafeMutableRawPointer(settings), "gtk-double-click-time"))
    }

    /// Calls `handler` when the desktop's wish for animations changes.
    public static func onAnimationsChange(_ handler: @escaping @MainActor () -> Void) -> SignalConnection? {
        guard let settings = gtk_settings_get_default() else { return nil }
        return GObjectRef(retaining: UnsafeMutableRawPointer(settings)).on("notify::gtk-enable-animations", handler)
    }
}

/// The display server.
@MainActor
public enum DisplayServer {
    /// Opens the display; false when there is none. GTK must be started through this or by an application.
    public static func open() -> Bool { gtk_init_check() != 0 }
}
