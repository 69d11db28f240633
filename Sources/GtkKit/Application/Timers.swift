// SPDX-License-Identifier: GPL-3.0-or-later
// Timers of the main loop and the frame clock's tick; both end when their Swift object is released.

import CGtk

/// Calls its handler every `interval` until cancelled, released, or the handler returns false.
@MainActor
public final class LoopTimer {
    private var source: guint = 0

    /// - Parameters:
    ///   - milliseconds: time between calls, and to the first one.
    ///   - handler: returns whether to go on.
    public init(milliseconds: Int, _ handler: @escaping @MainActor () -> Bool) {
        let box = Unmanaged.passRetained(
            TickBox { [weak self] _ in
                let goesOn = handler()
                if !goesOn { self?.source = 0 }
                return goesOn
            })
        source = g_timeout_add_full(
            G_PRIORITY_DEFAULT, guint(max(0, milliseconds)), runTimer, box.toOpaque(), releaseTickBox)
    }

    /// Calls `handler` once after `milliseconds`, unless released before.
    public static func once(milliseconds: Int, _ handler: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(milliseconds: milliseconds) {
            handler()
            return false
        }
    }

    /// True while a call is still to come.
    public var isRunning: Bool { source != 0 }

    public func cancel() {
        guard source != 0 else { return }
        g_source_remove(source)
        source = 0
    }

    isolated deinit {
        if source != 0 { g_source_remove(source) }
    }
}

/// Calls its handler before each frame of a widget with the frame's time in seconds, until cancelled or released.
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

/// The Swift code behind a timer or tick; the number is the frame's time in seconds, 0 for timers.
private final class TickBox {
    let handler: @MainActor (Double) -> Bool

    init(_ handler: @escaping @MainActor (Double) -> Bool) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }

    func call(_ seconds: Double) -> gboolean {
        // GLib calls on the thread of the main loop, which is the main actor's.
        let handler = handler
        return MainActor.assumeIsolated { handler(seconds) } ? 1 : 0
    }
}

private let runTimer: GSourceFunc = { data in
    guard let data else { return 0 }
    return Unmanaged<TickBox>.fromOpaque(data).takeUnretainedValue().call(0)
}

private let runTick: GtkTickCallback = { _, clock, data in
    guard let data else { return 0 }
    let seconds = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
    return Unmanaged<TickBox>.fromOpaque(data).takeUnretainedValue().call(seconds)
}

private let releaseTickBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<TickBox>.fromOpaque(data).release()
}
