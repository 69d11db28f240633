// SPDX-License-Identifier: GPL-3.0-or-later
// Timers of the main loop; each ends when its Swift object is released.

package import CGio

/// Calls its handler every `interval` until it is cancelled or released, or until the handler returns false.
@MainActor
public final class LoopTimer {
    private var source: guint = 0

    /// - Parameters:
    ///   - milliseconds: The time until the first call, and between calls.
    ///   - handler: Returns true to continue.
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

    /// Calls `handler` once after `milliseconds`, unless the timer is released before.
    public static func once(milliseconds: Int, _ handler: @escaping @MainActor () -> Void) -> LoopTimer {
        LoopTimer(milliseconds: milliseconds) {
            handler()
            return false
        }
    }

    /// True while another call is pending.
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

/// The Swift code of a timer or tick; its argument is the frame time in seconds, or 0 for timers.
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
        // GLib calls back on the main loop's thread, which is the main actor's.
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
