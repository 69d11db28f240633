// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the main actor on GLib's main loop: libdispatch signals pending main-queue work through an eventfd, and a
// GSource for that descriptor drains the queue.

import CGio
import Dispatch

/// Connects libdispatch's main queue, and with it `@MainActor`, to the default GLib main context.
@MainActor
public final class MainLoopBridge {
    private let source: guint

    /// Attaches the source. Keep the bridge while the loop runs.
    public init() {
        let descriptor = _dispatch_get_main_queue_handle_4CF()
        source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, descriptor, GIOCondition(rawValue: G_IO_IN.rawValue), drainMainQueue, nil, nil)
    }

    isolated deinit {
        g_source_remove(source)
    }
}

/// Reads the descriptor before draining the queue. If it stayed readable, it would spin the loop and starve drawing; if
/// it were read afterwards, that would swallow the signal for work added in between.
private let drainMainQueue: GUnixFDSourceFunc = { descriptor, _, _ in
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    _dispatch_main_queue_callback_4CF(nil)
    return 1  // G_SOURCE_CONTINUE
}
