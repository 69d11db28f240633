// SPDX-License-Identifier: GPL-3.0-or-later
// Timers of the main loop; each ends when its Swift object is released.

package import CGio

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

/// The Swift code behind a timer or tick; the number is the frame's time in seconds, 0 for timers.
package final class TickBox {
    let handler: @MainActor (Double) -> Bool

    package init(_ handler: @escaping @MainActor (Double) -> Bool) {
        self.handler = handler
        LiveCounts.addClosures(1)
    }

    deinit {
        LiveCounts.addClosures(-1)
    }

    package func call(_ seconds: Double) -> gboolean {
        // GLib calls on the thread of the main loop, which is the main actor's.
        let handler = handler
        return MainActor.assumeIsolated { handler(seconds) } ? 1 : 0
    }
}

private let runTimer: GSourceFunc = { data in
    guard let data else { return 0 }
    return Unmanaged<TickBox>.fromOpaque(data).takeUnretainedValue().call(0)
}

package let releaseTickBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<TickBox>.fromOpaque(data).release()
}
