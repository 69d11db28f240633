// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the main loop outside an application's own run, and handles termination signals.

import CGio

/// Runs GLib's default main loop.
@MainActor
public enum MainLoop {
    /// Runs the loop until `work` is done, for tasks that have to finish after the application's own loop has ended.
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

/// Calls a handler on the main loop when the process receives a termination signal.
@MainActor
public final class TerminationSignals {
    private var sources: [guint] = []
    private let handler: @MainActor () -> Void

    /// Lets SIGTERM, SIGINT and SIGHUP call `handler` instead of ending the process.
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

/// The user data is not retained: the sources are removed before the object is released.
private let terminationReceived: GSourceFunc = { data in
    guard let data else { return 0 }
    let signals = Unmanaged<TerminationSignals>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { signals.receive() }
    return 1  // G_SOURCE_CONTINUE
}
