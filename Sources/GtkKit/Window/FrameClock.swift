// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the frames of a window's clock, and runs calls when the main loop is idle.

import CGtk
import GioKit

/// Reports the start and end of each frame's work, until this is released or its window is unrealized.
@MainActor
public final class FrameClock {
    /// The stages of a frame, in order, named after the clock's signals.
    public enum Stage: String, CaseIterable, Sendable {
        /// Animations, and other work that is done once per frame.
        case update
        /// Computing styles and sizes.
        case layout
        /// Drawing, and presenting the frame on the display.
        case paint
    }

    private let clock: GObjectRef
    private var connections: [SignalConnection]

    /// - Parameters:
    ///   - widget: A realized widget of the window; for any other, the initializer returns nil.
    ///   - begin: Called when a frame's work begins.
    ///   - end: Called when the frame has been painted.
    ///   - stage: Called when a stage of the frame begins.
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
        // A destroyed window's clock has already dropped its handlers.
        for connection in connections where connection.isConnected { connection.disconnect() }
    }
}

/// Calls its handler once, when the main loop has nothing of higher priority to do: after input, timers and frames.
/// Requests of assistive technology have the same priority.
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

    /// True while the call is pending.
    public var isPending: Bool { source != 0 }

    isolated deinit {
        if source != 0 { g_source_remove(source) }
    }
}

/// The Swift code of an idle source.
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
    // GLib calls on the main loop's thread, which is the main actor's.
    let handler = Unmanaged<IdleBox>.fromOpaque(data).takeUnretainedValue().handler
    MainActor.assumeIsolated { handler() }
    return 0  // G_SOURCE_REMOVE
}

private let releaseIdleBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<IdleBox>.fromOpaque(data).release()
}
