// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that a name of the bus gets an owner or loses it: a service, or a caller that has left. The bus tells of this
// name alone, so that nothing wakes the program for others. On the main actor, as GLib calls on the thread of the main
// loop.

import CGio

/// Calls its handlers when a name has an owner and when it has none, until it is released.
@MainActor
public final class NameWatch {
    private let connection: GObjectRef
    private let identifier: guint

    init(
        _ connection: GObjectRef, _ name: String, appeared: (@MainActor (String) -> Void)? = nil,
        vanished: @escaping @MainActor () -> Void
    ) {
        self.connection = connection
        let box = Unmanaged.passRetained(NameBox(appeared: appeared, vanished: vanished))
        identifier = g_bus_watch_name_on_connection(
            connection.opaque, name, G_BUS_NAME_WATCHER_FLAGS_NONE, nameAppeared, nameVanished, box.toOpaque(),
            releaseNameBox)
    }

    isolated deinit {
        g_bus_unwatch_name(identifier)
    }
}

extension BusConnection {
    /// Follows who owns a name; nothing is started for it.
    /// - Parameters:
    ///   - appeared: gets the owner's unique name, also of the one who is there already.
    ///   - vanished: also called where there is none at the beginning, and when the connection ends.
    public func watch(
        _ name: String, appeared: (@MainActor (String) -> Void)? = nil, vanished: @escaping @MainActor () -> Void
    ) -> NameWatch {
        NameWatch(object, name, appeared: appeared, vanished: vanished)
    }
}

/// The Swift code that wants to know.
private final class NameBox: Sendable {
    let appeared: (@MainActor (String) -> Void)?
    let vanished: @MainActor () -> Void

    init(appeared: (@MainActor (String) -> Void)?, vanished: @escaping @MainActor () -> Void) {
        self.appeared = appeared
        self.vanished = vanished
    }
}

private let nameAppeared: GBusNameAppearedCallback = { _, _, owner, data in
    guard let data, let owner = owner.map({ String(cString: $0) }) else { return }
    let box = Unmanaged<NameBox>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { box.appeared?(owner) }
}

private let nameVanished: GBusNameVanishedCallback = { _, _, data in
    guard let data else { return }
    let box = Unmanaged<NameBox>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { box.vanished() }
}

private let releaseNameBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<NameBox>.fromOpaque(data).release()
}
