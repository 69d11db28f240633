// SPDX-License-Identifier: GPL-3.0-or-later
// The clock that paces a window's frames, and the two times at which the loop has nothing better to do.

import CGtk
import GioKit

/// Reports when a frame's work begins and ends, until it is released or its window is unrealized.
@MainActor
public final class FrameClock {
    /// What is done for a frame, in this order, by the names of the clock's signals.
    public enum Stage: String, CaseIterable, Sendable {
        /// Animations and what else is done once a frame.
        case update
        /// Styles and sizes.
        case layout
        /// Drawing, and handing it to the display.
        case paint
    }

    private let clock: GObjectRef
    private var connections: [SignalConnection]

    /// - Parameters:
    ///   - widget: a realized widget of the window; nil otherwise.
    ///   - begin: a frame's work begins.
    ///   - end: the frame has been painted.
    ///   - stage: one of its stages begins.
    public init?(
        of widget: Widget, begin: @escaping @MainActor () -> Void, end: @escaping @MainActor () -> Void,
        stage: (@MainActor (Stage) -> Void)? = nil
    ) {
        guard let clock = gtk_widget_get_frame_clock(widget.widget) else { return nil }
        self.clock = GObjectRef(retaining: UnsafeMutableRawPointer(clock))
        connections = [
            self.clock.on("before-paint", begin), self.clock.connect("after-paint", after: true) { _ in end() },
        ]
        guard let stage else { return }
        connections += Stage.allCases.map { next in self.clock.on(next.rawValue) { stage(next) } }
    }

    isolated deinit {
        // A clock whose window is gone has dropped its handlers already.
        for connection in connections where connection.isConnected { connection.disconnect() }
    }
}

/// Calls its handler once, when the main loop has nothing of a higher priority to do: after input, timers and frames.
/// Assistive technology is answered at the same priority.
@MainActor
public final class IdleCall {
    private var source: guint = 0

    public init(_ handler: @escaping @MainActor () -> Void) {
        let box = Unmanaged.passRetained(
            IdleBox { [weak self] in
                self?.source = 0
                handler()
            })
        source = g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, runIdle, box.toOpaque(), releaseIdleBox)
    }

    /// True while the call is still to come.
    public var isPending: Bool { source != 0 }

    isolated deinit {
        if source != 0 { g_source_remove(source) }
    }
}

/// The Swift code behind an idle source.
private final class IdleBox {
    let handler: @MainActor () -> Void

    init(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }
}

private let runIdle: GSourceFunc = { data in
    guard let data else { return 0 }
    // GLib calls on the thread of the main loop, which is the main actor's.
    let handler = Unmanaged<IdleBox>.fromOpaque(data).takeUnretainedValue().handler
    MainActor.assumeIsolated { handler() }
    return 0  // G_SOURCE_REMOVE
}

private let releaseIdleBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<IdleBox>.fromOpaque(data).release()
}
