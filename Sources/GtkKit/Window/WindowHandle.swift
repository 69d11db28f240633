// SPDX-License-Identifier: GPL-3.0-or-later
// Makes areas by which a window can be dragged.

import CGtk
import GioKit

/// Lets the user drag the window by its empty areas.
public final class WindowHandle: Widget {
    public init(_ child: Widget) {
        super.init(gtk_window_handle_new())
        gtk_window_handle_set_child(opaque, child.widget)
    }
}
