// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons of the window manager, in a header of ours.

import CGtk
import GioKit

/// The window manager's minimise, maximise and close buttons, as the desktop arranges them.
public final class WindowControls: Widget {
    public enum Side { case start, end }

    public init(_ side: Side) {
        super.init(gtk_window_controls_new(side == .start ? GTK_PACK_START : GTK_PACK_END))
    }
}
