// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the top-level windows of an application.

import CGtk
import GioKit

/// A top-level window of an application.
public final class Window: Widget {
    public init(application: Application, title: String, width: Int, height: Int) {
        super.init(gtk_application_window_new(application.pointer()))
        gtk_window_set_title(pointer(), title)
        gtk_window_set_default_size(pointer(), gint(width), gint(height))
    }

    public func setChild(_ child: Widget?) { gtk_window_set_child(pointer(), child?.widget) }

    /// Extends the content to the upper edge; the window keeps its resize borders. The content has to provide its own
    /// handle and controls.
    public func hidesTitlebar() {
        let nothing = Box(.row)
        nothing.isVisible = false
        gtk_window_set_titlebar(pointer(), nothing.widget)
    }

    /// Requests another size in logical pixels, which the window manager may refuse.
    public func resize(width: Int, height: Int) {
        gtk_window_set_default_size(pointer(), gint(width), gint(height))
    }

    /// The size in logical pixels when the window is neither maximized nor full screen.
    public var normalSize: (width: Int, height: Int) {
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_default_size(pointer(), &width, &height)
        return (Int(width), Int(height))
    }

    /// The size that the display server has granted, including any shadow; nil before the window is realized.
    public var surfaceSize: (width: Int, height: Int)? {
        guard let surface = gtk_native_get_surface(opaque) else { return nil }
        return (Int(gdk_surface_get_width(surface)), Int(gdk_surface_get_height(surface)))
    }

    /// False to keep the window at the size of its content.
    public var isResizable: Bool {
        get { gtk_window_get_resizable(pointer()) != 0 }
        set { gtk_window_set_resizable(pointer(), newValue ? 1 : 0) }
    }

    public var isMaximized: Bool {
        get { gtk_window_is_maximized(pointer()) != 0 }
        set { if newValue { gtk_window_maximize(pointer()) } else { gtk_window_unmaximize(pointer()) } }
    }

    public func present() { gtk_window_present(pointer()) }
    /// Minimizes the window.
    public func minimize() { gtk_window_minimize(pointer()) }
    public func close() { gtk_window_close(pointer()) }
    /// Closes the window, and drops GTK's own reference.
    public func destroy() { gtk_window_destroy(pointer()) }
    public func setIcon(_ name: String) { gtk_window_set_icon_name(pointer(), name) }
    public var isActive: Bool { gtk_window_is_active(pointer()) != 0 }

    public var isFullScreen: Bool {
        get { gtk_window_is_fullscreen(pointer()) != 0 }
        set { if newValue { gtk_window_fullscreen(pointer()) } else { gtk_window_unfullscreen(pointer()) } }
    }

    /// True while the window is minimized.
    public var isMinimized: Bool {
        guard let surface = gtk_native_get_surface(opaque) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    }

    /// Calls `handler` when the window gains or loses the desktop's focus.
    public func onActiveChange(_ handler: @escaping @MainActor () -> Void) { on("notify::is-active", handler) }

    /// Calls `handler` as soon as another widget has the keyboard focus.
    public func onFocusChange(_ handler: @escaping @MainActor () -> Void) { on("notify::focus-widget", handler) }

    /// Calls `handler` when the user closes the window; it returns true if the window has to stay open.
    public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
        connect("close-request") { $0.reply(handler()) }
    }

    /// Calls `handler` when the surface is minimized, maximized or made full screen, or no longer is. The window must
    /// be realized.
    public func onStateChange(_ handler: @escaping @MainActor () -> Void) {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        GObjectRef(retaining: UnsafeMutableRawPointer(surface)).on("notify::state", handler)
    }

    /// The widget with the keyboard focus; nil if there is none.
    public var focusWidget: Widget? { gtk_window_get_focus(pointer()).map(Widget.init) }

    /// Moves the focus away and back, so that a screen reader reads the focused widget again.
    public func refocus() {
        guard let focus = focusWidget else { return }
        gtk_window_set_focus(pointer(), nil)
        focus.grabFocus()
    }

    /// True if a text field has the keyboard focus.
    public var isTextFocused: Bool {
        guard let focus = gtk_window_get_focus(pointer()) else { return false }
        return jarvis_is_text(focus) != 0 || jarvis_is_editable(focus) != 0
    }

    /// True if Space would press a button, switch or drop-down.
    public var isButtonFocused: Bool {
        guard let focus = gtk_window_get_focus(pointer()) else { return false }
        return jarvis_is_button(focus) != 0
    }

    /// Calls `handler` once, after the first frame has been painted.
    public func onFirstFrame(_ handler: @escaping @MainActor () -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return }
        let frames = GObjectRef(retaining: UnsafeMutableRawPointer(clock))
        var connection: SignalConnection?
        connection = frames.connect("after-paint") { _ in
            // The copy keeps the closure's context in memory while the closure disconnects itself.
            let ended = connection
            connection = nil
            handler()
            ended?.disconnect()
        }
    }
}
