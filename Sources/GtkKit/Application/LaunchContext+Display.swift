// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs from a window, and identifies that window to the window system, so that the new window gets the
// focus.

import CGtk
public import GioKit

extension LaunchContext {
    /// A context for the default display; nil if there is none.
    @MainActor
    public static func ofDisplay() -> LaunchContext? {
        guard let display = gdk_display_get_default(),
            let context = gdk_display_get_app_launch_context(display)
        else { return nil }
        return LaunchContext(adopting: UnsafeMutableRawPointer(context))
    }
}
