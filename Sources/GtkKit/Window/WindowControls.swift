// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the window buttons in a custom header.

import CGtk
import GioKit

/// The window manager's minimize, maximize and close buttons, arranged as the desktop does.
public final class WindowControls: Widget {
    public enum Side { case start, end }

    public init(_ side: Side) {
        super.init(gtk_window_controls_new(side == .start ? GTK_PACK_START : GTK_PACK_END))
    }
}
