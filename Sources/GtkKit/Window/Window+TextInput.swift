// SPDX-License-Identifier: GPL-3.0-or-later
// Input methods of a Wayland compositor. Main thread only.

import CGtk
import GioKit

extension Window {
    /// Lets input methods reach text fields that come into being later. GTK asks the compositor for text input when the
    /// first field wants it; sway up to 1.7 tells only those that had asked before the window got the keyboard. To be
    /// called before the window is shown.
    public func prepareTextInput() {
        guard WaylandDisplay.offers("zwp_text_input_manager_v3"), let display = gdk_display_get_default(),
            let new = gtk_im_multicontext_new()
        else { return }
        let context = GObjectRef(adopting: UnsafeMutableRawPointer(new))
        gtk_im_multicontext_set_context_id(context.pointer(), "wayland")
        gtk_im_context_set_client_widget(context.pointer(), widget)
        gtk_im_context_focus_in(context.pointer())
        // Before the compositor's answer GTK would not let go of a context, and use it when it is gone.
        gdk_display_sync(display)
        gtk_im_context_focus_out(context.pointer())
        gtk_im_context_set_client_widget(context.pointer(), nil)
    }
}
