// SPDX-License-Identifier: GPL-3.0-or-later
// Loads style sheets and icons, opens the display, and looks up named colours.

import CGtk
import GioKit

/// Loads styles and icons for the default display.
@MainActor
public enum Styling {
    /// Adds a style sheet for the whole program, with priority over the theme. GTK reports errors in it, and skips the
    /// faulty parts.
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

    /// Adds a folder in which to look for icons.
    public static func add(iconFolder path: String) {
        guard let display = gdk_display_get_default() else { return }
        gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// True if the icon theme has an icon of this name.
    public static func hasIcon(_ name: String) -> Bool {
        guard let display = gdk_display_get_default() else { return false }
        return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }
}

/// A style sheet that can change while the program runs. It has priority over those added by `Styling`.
@MainActor
public final class LiveStyleSheet {
    private let provider: GObjectRef?
    private var css = ""

    public init() {
        provider = gtk_css_provider_new().map { GObjectRef(adopting: UnsafeMutableRawPointer($0)) }
        guard let display = gdk_display_get_default(), let provider else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
    }

    /// Replaces the style sheet, and styles everything again.
    public func load(_ css: String) {
        guard let provider, css != self.css else { return }
        self.css = css
        gtk_css_provider_load_from_data(provider.pointer(), css, -1)
    }

    isolated deinit {
        guard let display = gdk_display_get_default(), let provider else { return }
        gtk_style_context_remove_provider_for_display(display, provider.opaque)
    }
}

/// Opens the connection to the display server.
@MainActor
public enum DisplayServer {
    /// Opens the display; returns false if there is none. GTK has to be initialized by this function or by an
    /// application.
    public static func open() -> Bool { gtk_init_check() != 0 }
}

extension Widget {
    /// The current value, for this widget, of a colour that the style sheets define by name; nil if they don't.
    public final func color(named name: String) -> Color? {
        var found = GdkRGBA()
        guard gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), name, &found) != 0 else {
            return nil
        }
        return Color(
            red: Double(found.red), green: Double(found.green), blue: Double(found.blue), alpha: Double(found.alpha))
    }
}
