// SPDX-License-Identifier: GPL-3.0-or-later
// Where a window can be dragged.

import CGtk
import GioKit

/// Drags the window by its empty places.
public final class WindowHandle: Widget {
    public init(_ child: Widget) {
        super.init(gtk_window_handle_new())
        gtk_window_handle_set_child(opaque, child.widget)
    }
}
