// SPDX-License-Identifier: GPL-3.0-or-later
// Windows.

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

    /// Lets the content reach the upper edge while the window keeps its resize borders: the content brings its own
    /// handle and controls.
    public func hidesTitlebar() {
        let nothing = Box(.row)
        nothing.isVisible = false
        gtk_window_set_titlebar(pointer(), nothing.widget)
    }

    /// Asks for another size in logical pixels; the window manager may refuse.
    public func resize(width: Int, height: Int) {
        gtk_window_set_default_size(pointer(), gint(width), gint(height))
    }

    /// The size that the window has when it is neither maximised nor full screen.
    public var normalSize: (width: Int, height: Int) {
        var (width, height): (gint, gint) = (0, 0)
        gtk_window_get_default_size(pointer(), &width, &height)
        return (Int(width), Int(height))
    }

    /// The size that the display server has granted, with the shadow where there is one; nil before it is realized.
    public var surfaceSize: (width: Int, height: Int)? {
        guard let surface = gtk_native_get_surface(opaque) else { return nil }
        return (Int(gdk_surface_get_width(surface)), Int(gdk_surface_get_height(surface)))
    }

    /// False keeps the window at the size that its content needs.
    public var isResizable: Bool {
        get { gtk_window_get_resizable(pointer()) != 0 }
        set { gtk_window_set_resizable(pointer(), newValue ? 1 : 0) }
    }

    public var isMaximized: Bool {
        get { gtk_window_is_maximized(pointer()) != 0 }
        set { if newValue { gtk_window_maximize(pointer()) } else { gtk_window_unmaximize(pointer()) } }
    }

    public func present() { gtk_window_present(pointer()) }
    /// Asks the window manager to show the window as an icon only.
    public func minimize() { gtk_window_minimize(pointer()) }
    public func close() { gtk_window_close(pointer()) }
    /// Takes the window from the screen and drops GTK's own reference.
    public func destroy() { gtk_window_destroy(pointer()) }
    public func setIcon(_ name: String) { gtk_window_set_icon_name(pointer(), name) }
    public var isActive: Bool { gtk_window_is_active(pointer()) != 0 }

    public var isFullScreen: Bool {
        get { gtk_window_is_fullscreen(pointer()) != 0 }
        set { if newValue { gtk_window_fullscreen(pointer()) } else { gtk_window_unfullscreen(pointer()) } }
    }

    /// True while the window manager shows it as an icon only.
    public var isMinimized: Bool {
        guard let surface = gtk_native_get_surface(opaque) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue != 0
    }

    /// Calls `handler` when the window gains or loses the focus of the desktop.
    public func onActiveChange(_ handler: @escaping @MainActor () -> Void) { on("notify::is-active", handler) }

    /// `handler` answers whether the window must stay.
    public func onCloseRequest(_ handler: @escaping @MainActor () -> Bool) {
        connect("close-request") { $0.reply(handler()) }
    }

    /// Calls `handler` on every change of the surface's state (minimised, maximised, full screen) once realized.
    public func onStateChange(_ handler: @escaping @MainActor () -> Void) {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        GObjectRef(retaining: UnsafeMutableRawPointer(surface)).on("notify::state", handler)
    }

    /// The widget that has the keyboard.
    public var focusWidget: Widget? { gtk_window_get_focus(pointer()).map(Widget.init) }

    /// True when typed characters belong to a text field.
    public var isTextFocused: Bool {
        guard let focus = gtk_window_get_focus(pointer()) else { return false }
        return jarvis_is_text(focus) != 0 || jarvis_is_editable(focus) != 0
    }

    /// True when Space would press a button, switch or drop-down.
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
            // A copy keeps the closure's own context alive while it disconnects itself.
            let ended = connection
            connection = nil
            handler()
            ended?.disconnect()
        }
    }
}
