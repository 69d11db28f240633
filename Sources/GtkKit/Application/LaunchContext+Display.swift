// SPDX-License-Identifier: GPL-3.0-or-later
// Starting programs from a window: the window system learns who asked, so that the new window gets the focus.

import CGtk
public import GioKit

extension LaunchContext {
    /// A context of the display that the window is on; nil where there is none.
    @MainActor
    public static func ofDisplay() -> LaunchContext? {
        guard let display = gdk_display_get_default(),
            let context = gdk_display_get_app_launch_context(display)
        else { return nil }
        return LaunchContext(adopting: UnsafeMutableRawPointer(context))
    }
}
