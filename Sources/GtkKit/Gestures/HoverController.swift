// SPDX-License-Identifier: GPL-3.0-or-later
// Tracks the pointer over a widget.

import CGtk
import GioKit

/// Tracks the pointer entering and leaving a widget and its children.
public final class HoverController: EventController {
    public init() { super.init(gtk_event_controller_motion_new()) }

    public func onEnter(_ handler: @escaping @MainActor () -> Void) { on("enter", handler) }
    /// Calls `handler` with the position in the widget, in logical pixels.
    public func onMove(_ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void) {
        connect("motion") { handler($0.double(1), $0.double(2)) }
    }
    public func onLeave(_ handler: @escaping @MainActor () -> Void) { on("leave", handler) }
}
