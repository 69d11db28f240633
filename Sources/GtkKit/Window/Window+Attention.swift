// SPDX-License-Identifier: GPL-3.0-or-later
// Brings a window to the front on compositors that decide about that themselves. Main thread only.

import CGtk
import CWayland
import GioKit

extension Window {
    /// True if the compositor gives every window a title bar, whatever the window provides, as sway and other tiling
    /// compositors do. KWin can also draw one, but leaves it to the window.
    public static var hasTitleBars: Bool {
        ["zwlr_layer_shell_v1", "org_kde_kwin_server_decoration_manager"].allSatisfy(WaylandDisplay.offers)
            && !WaylandDisplay.offers("org_kde_plasma_shell")
    }

    /// True if the compositor supports requests for attention.
    public static var canAskForAttention: Bool { WaylandDisplay.offers("xdg_activation_v1") }

    /// Asks the compositor to activate the window, with a token that belongs to no key press or click. A compositor
    /// that doesn't allow that marks the window as urgent; without a token it would ignore the request.
    public func askForAttention() {
        guard let display = WaylandDisplay.raw, let surface = gtk_native_get_surface(opaque),
            let raw = WaylandDisplay.raw(of: surface)
        else { return }
        _ = jarvis_wayland_ask_for_attention(display, raw)
    }

    /// Hides the window and shows it again. This is the only way to restore a minimized window if the compositor
    /// doesn't do so itself: Wayland's protocol can minimize a window, but not undo it.
    public func showAnew() {
        gtk_widget_set_visible(widget, 0)
        gtk_window_present(pointer())
    }
}
