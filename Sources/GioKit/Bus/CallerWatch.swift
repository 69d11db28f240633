// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that a caller has left the bus, so that nothing is kept for it any longer. On the main actor, as GLib calls on
// the thread of the main loop.

import CGio

/// Calls its handler when a caller leaves the bus, until it is released.
@MainActor
final class CallerWatch {
    private let connection: GObjectRef
    private let identifier: guint

    init(_ connection: GObjectRef, _ name: String, _ handler: @escaping @MainActor () -> Void) {
        self.connection = connection
        let box = Unmanaged.passRetained(VanishedBox(handler: handler))
        identifier = g_bus_watch_name_on_connection(
            connection.opaque, name, G_BUS_NAME_WATCHER_FLAGS_NONE, nil, callerVanished, box.toOpaque(),
            releaseVanishedBox)
    }

    isolated deinit {
        g_bus_unwatch_name(identifier)
    }
}

/// The Swift code that wants to know when a caller has left.
private final class VanishedBox: Sendable {
    let handler: @MainActor () -> Void

    init(handler: @escaping @MainActor () -> Void) {
        self.handler = handler
    }
}

private let callerVanished: GBusNameVanishedCallback = { _, _, data in
    guard let data else { return }
    let box = Unmanaged<VanishedBox>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { box.handler() }
}

private let releaseVanishedBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<VanishedBox>.fromOpaque(data).release()
}
