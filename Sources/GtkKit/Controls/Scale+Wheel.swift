// SPDX-License-Identifier: GPL-3.0-or-later
// Adapts sliders to pages that scroll.

import CGtk
import GioKit

extension Scale {
    /// Lets the mouse wheel scroll the page, so that a slider which happens to pass under the pointer doesn't change.
    public func ignoresWheel() {
        let list = gtk_widget_observe_controllers(widget)
        for index in 0..<g_list_model_get_n_items(list) {
            guard let controller = g_list_model_get_item(list, index) else { continue }
            if jarvis_type_of(controller) == gtk_event_controller_scroll_get_type() {
                gtk_event_controller_set_propagation_phase(OpaquePointer(controller), GTK_PHASE_NONE)
            }
            g_object_unref(controller)
        }
        g_object_unref(UnsafeMutableRawPointer(list))
    }
}
