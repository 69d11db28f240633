// SPDX-License-Identifier: GPL-3.0-or-later
// How a window comes to the front where the compositor decides about that. Main thread only.

import CGtk
import CWayland
import GioKit

extension Window {
    /// True where the compositor gives every window a title bar, whatever the window brings: sway and its kin, which tile
    /// windows. KWin, which would draw one as well, leaves it to the window.
    public static var hasTitleBars: Bool {
        ["zwlr_layer_shell_v1", "org_kde_kwin_server_decoration_manager"].allSatisfy(WaylandDisplay.offers)
            && !WaylandDisplay.offers("org_kde_plasma_shell")
    }

    /// True where a compositor hears of a window that wants to be seen.
    public static var canAskForAttention: Bool { WaylandDisplay.offers("xdg_activation_v1") }

    /// Asks the compositor to activate the window with a token that isn't tied to a key or click. A compositor that
    /// doesn't allow that marks the window as urgent instead; without a token it would ignore the request.
    public func askForAttention() {
        guard let display = WaylandDisplay.raw, let surface = gtk_native_get_surface(opaque),
            let raw = WaylandDisplay.raw(of: surface)
        else { return }
        _ = jarvis_wayland_ask_for_attention(display, raw)
    }

    /// Takes the window from the screen and shows it again, which is the only way back for a minimized window whose
    /// compositor does not bring it back by itself: Wayland's own protocol can minimize, but not undo it.
    public func showAnew() {
        gtk_widget_set_visible(widget, 0)
        gtk_window_present(pointer())
    }
}
