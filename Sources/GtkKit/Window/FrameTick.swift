// SPDX-License-Identifier: GPL-3.0-or-later
// Calls a handler with the frame clock's ticks, until its Swift object is released.

import CGtk
import GioKit

/// Calls its handler before each frame of a widget, with the frame's time in seconds, until it is cancelled or
/// released.
@MainActor
public final class FrameTick {
    private let widget: Widget
    private var identifier: guint

    public init(_ widget: Widget, _ handler: @escaping @MainActor (Double) -> Void) {
        self.widget = widget
        let box = Unmanaged.passRetained(
            TickBox { time in
                handler(time)
                return true
            })
        identifier = gtk_widget_add_tick_callback(widget.pointer(), runTick, box.toOpaque(), releaseTickBox)
    }

    public func cancel() {
        guard identifier != 0 else { return }
        gtk_widget_remove_tick_callback(widget.pointer(), identifier)
        identifier = 0
    }

    isolated deinit {
        if identifier != 0 { gtk_widget_remove_tick_callback(widget.pointer(), identifier) }
    }
}

private let runTick: GtkTickCallback = { _, clock, data in
    guard let data else { return 0 }
    let seconds = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
    return Unmanaged<TickBox>.fromOpaque(data).takeUnretainedValue().call(seconds)
}
