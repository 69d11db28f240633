// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares windows for the input methods of a Wayland compositor. Main thread only.

import CGtk
import GioKit

extension Window {
    /// Lets input methods reach text fields that are created later. GTK requests text input from the compositor when
    /// the first field needs it, but sway up to 1.7 serves only clients that asked before the window got the keyboard
    /// focus. Call this before the window is shown.
    public func prepareTextInput() {
        guard WaylandDisplay.offers("zwp_text_input_manager_v3"), let display = gdk_display_get_default(),
            let new = gtk_im_multicontext_new()
        else { return }
        let context = GObjectRef(adopting: UnsafeMutableRawPointer(new))
        gtk_im_multicontext_set_context_id(context.pointer(), "wayland")
        gtk_im_context_set_client_widget(context.pointer(), widget)
        gtk_im_context_focus_in(context.pointer())
        // Wait for the compositor's answer: before it, GTK would not release the context, and would use it after it is
        // freed.
        gdk_display_sync(display)
        gtk_im_context_focus_out(context.pointer())
        gtk_im_context_set_client_widget(context.pointer(), nil)
    }
}
