// SPDX-License-Identifier: GPL-3.0-or-later
// Detects that a bus name gains or loses its owner: a service, or a caller that has left. The bus reports only this
// name, so that others don't wake the program. Runs on the main actor, since GLib calls back on the main loop's thread.

import CGio

/// Calls its handlers whenever a name gains or loses its owner, until this is released.
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
    /// Watches the owner of a name, without starting the service.
    /// - Parameters:
    ///   - appeared: Receives the owner's unique name. Also called if there is an owner already.
    ///   - vanished: Also called at the start if there is no owner, and when the connection ends.
    public func watch(
        _ name: String, appeared: (@MainActor (String) -> Void)? = nil, vanished: @escaping @MainActor () -> Void
    ) -> NameWatch {
        NameWatch(object, name, appeared: appeared, vanished: vanished)
    }
}

/// The Swift handlers of a watch.
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
