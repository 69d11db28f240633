// SPDX-License-Identifier: GPL-3.0-or-later
// The main loop outside an application's own run, and the signals that end a program.

import CGio

/// GLib's default main loop.
@MainActor
public enum MainLoop {
    /// Runs the loop until `work` has ended: for what must be finished after the application's own loop has.
    public static func run(_ work: @escaping @MainActor () async -> Void) {
        let bridge = MainLoopBridge()
        var isDone = false
        Task {
            await work()
            isDone = true
        }
        while !isDone { g_main_context_iteration(nil, 1) }
        withExtendedLifetime(bridge) {}
    }
}

/// Calls a handler on the main loop when the process gets a signal that asks it to end.
@MainActor
public final class TerminationSignals {
    private var sources: [guint] = []
    private let handler: @MainActor () -> Void

    /// SIGTERM, SIGINT and SIGHUP call `handler` instead of ending the process.
    public init(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            sources.append(
                g_unix_signal_add(signal, terminationReceived, Unmanaged.passUnretained(self).toOpaque()))
        }
    }

    isolated deinit {
        for source in sources { g_source_remove(source) }
    }

    fileprivate func receive() { handler() }
}

/// The sources are removed before the object they point at is released.
private let terminationReceived: GSourceFunc = { data in
    guard let data else { return 0 }
    let signals = Unmanaged<TerminationSignals>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { signals.receive() }
    return 1  // G_SOURCE_CONTINUE
}
