// SPDX-License-Identifier: GPL-3.0-or-later
// A connection to a message bus: calls, signals, names, and exported objects. Main thread only; nothing blocks.

import CGio

/// An open connection to a bus.
@MainActor
public final class BusConnection {
    /// The sender, the path and the contents of a signal.
    public struct Signal: Hashable, Sendable {
        public var sender: String
        public var path: String
        public var name: String
        public var arguments: [BusValue]
    }

    let object: GObjectRef

    /// The connection of an application; nil if it has none.
    public convenience init?(of application: GObjectRef) {
        guard let connection = g_application_get_dbus_connection(application.pointer()) else { return nil }
        self.init(GObjectRef(retaining: UnsafeMutableRawPointer(connection)))
    }

    /// The session bus, on the connection that `open` and applications share. Blocks until it is open, as registering
    /// an application does, too.
    /// - Returns: Nil if there is no bus.
    public static func sharedSession() -> BusConnection? {
        guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        return BusConnection(GObjectRef(adopting: UnsafeMutableRawPointer(connection)))
    }

    private init(_ object: GObjectRef) {
        self.object = object
        // By default GIO ends the process when the bus goes away.
        g_dbus_connection_set_exit_on_close(object.opaque, 0)
    }

    /// Connects to the session or system bus, on a connection that the whole process shares.
    /// - Throws: `BusFailure.disconnected` if there is no bus.
    public static func open(_ bus: BusProxy.Bus) async throws(BusFailure) -> BusConnection {
        let type = bus == .session ? G_BUS_TYPE_SESSION : G_BUS_TYPE_SYSTEM
        return try await connection { g_bus_get(type, $0, sharedConnectionMade, $1) }
    }

    /// Connects to the bus at an address such as "unix:path=/run/bus", on a separate connection.
    /// - Throws: `BusFailure.disconnected` if there is no bus.
    public static func open(address: String) async throws(BusFailure) -> BusConnection {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        return try await connection {
            g_dbus_connection_new_for_address(address, flags, nil, $0, connectionMade, $1)
        }
    }

    /// Connects to the session bus on a separate connection that nothing else in this process shares.
    /// - Throws: `BusFailure.disconnected` if there is no bus.
    public static func openOwn() async throws(BusFailure) -> BusConnection {
        var error: UnsafeMutablePointer<GError>?
        // This does not block, since the address comes from the environment.
        guard let address = g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, &error) else {
            throw BusFailure(taking: error)
        }
        defer { g_free(address) }
        return try await open(address: String(cString: address))
    }

    private static func connection(
        _ begin: (UnsafeMutablePointer<GCancellable>, UnsafeMutableRawPointer) -> Void
    ) async throws(BusFailure) -> BusConnection {
        BusConnection(try await BusRequest.run(begin))
    }

    /// The connection's unique name on the bus, such as ":1.42".
    public var uniqueName: String {
        g_dbus_connection_get_unique_name(object.opaque).map { String(cString: $0) } ?? ""
    }

    /// True once either side has closed the connection.
    public var isClosed: Bool { g_dbus_connection_is_closed(object.opaque) != 0 }

    /// Calls `handler` when either side closes the connection.
    public func onClose(_ handler: @escaping @MainActor () -> Void) { object.on("closed", handler) }

    /// Calls a method and waits for the reply; cancelling the task abandons the call.
    /// - Parameters:
    ///   - signature: The types of the arguments, concatenated, such as "sa{sv}".
    ///   - limit: The longest wait; nil for the bus's default of 25 s.
    /// - Throws: `BusFailure`.
    public func call(
        _ name: String, path: String, interface: String, method: String, _ arguments: [BusValue] = [],
        signature: String = "", within limit: Duration? = nil
    ) async throws(BusFailure) -> [BusValue] {
        try Self.check(name, path, interface, method)
        let parameters = try BusValue.tuple(arguments, signature)
        let milliseconds = limit.map { limit in
            let (seconds, attoseconds) = limit.components
            return Int32(clamping: max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        }
        let connection = object.opaque
        return try await BusRequest.run { cancellable, data in
            g_dbus_connection_call(
                connection, name, path, interface, method, parameters, nil, G_DBUS_CALL_FLAGS_NONE,
                milliseconds ?? -1, cancellable, answerCame, data)
        }
    }

    /// Rejects invalid names and paths, which may come from other programs: GIO never calls back for a message that it
    /// can't send.
    static func check(_ name: String, _ path: String, _ interface: String, _ method: String) throws(BusFailure) {
        guard g_dbus_is_name(name) != 0, g_variant_is_object_path(path) != 0,
            g_dbus_is_interface_name(interface) != 0, g_dbus_is_member_name(method) != 0
        else {
            throw .refused(.invalidArguments("\(name) has no \(interface).\(method) at \"\(path)\""))
        }
    }

    /// Acquires a name under which others can call this program, until it is released or the connection ends.
    /// - Returns: False if another connection has the name.
    /// - Throws: `BusFailure`.
    public func own(_ name: String) async throws(BusFailure) -> Bool {
        // The flag 4 means not to queue for the name. The replies 1 and 4 mean that it is ours, now or already.
        let reply = try await bus("RequestName", [.text(name), .integer(4)], "su")
        return [.integer(1), .integer(4)].contains(reply.first)
    }

    /// Releases a name acquired by `own`.
    /// - Throws: `BusFailure`.
    public func release(_ name: String) async throws(BusFailure) {
        _ = try await bus("ReleaseName", [.text(name)], "s")
    }

    private func bus(
        _ method: String, _ arguments: [BusValue], _ signature: String
    ) async throws(BusFailure) -> [BusValue] {
        let name = "org.freedesktop.DBus"
        return try await call(
            name, path: "/org/freedesktop/DBus", interface: name, method: method, arguments, signature: signature)
    }

    /// Receives signals until the returned subscription is released. A nil parameter matches everything.
    public func subscribe(
        sender: String? = nil, path: String? = nil, interface: String? = nil, signal: String? = nil,
        _ handler: @escaping @MainActor (Signal) -> Void
    ) -> BusSubscription {
        let box = Unmanaged.passRetained(SignalHandler(handler))
        let identifier = g_dbus_connection_signal_subscribe(
            object.opaque, sender, interface, signal, path, nil, G_DBUS_SIGNAL_FLAGS_NONE, signalCame,
            box.toOpaque(), releaseSignalHandler)
        return BusSubscription(object, identifier)
    }

    /// Closes the connection, even for others in this process that share it.
    public func close() {
        g_dbus_connection_close(object.opaque, nil, nil, nil)
    }
}

/// Receives signals while this object exists.
@MainActor
public final class BusSubscription {
    private let connection: GObjectRef
    private let identifier: guint

    init(_ connection: GObjectRef, _ identifier: guint) {
        self.connection = connection
        self.identifier = identifier
    }

    isolated deinit {
        g_dbus_connection_signal_unsubscribe(connection.opaque, identifier)
    }
}

private final class SignalHandler: Sendable {
    private let handler: @MainActor (BusConnection.Signal) -> Void

    init(_ handler: @escaping @MainActor (BusConnection.Signal) -> Void) {
        self.handler = handler
    }

    func call(_ signal: BusConnection.Signal) {
        // GIO calls back on the main loop's thread, which is the main actor's.
        MainActor.assumeIsolated { handler(signal) }
    }
}

private let signalCame: GDBusSignalCallback = { _, sender, path, _, name, parameters, data in
    guard let data, let parameters else { return }
    let signal = BusConnection.Signal(
        sender: sender.map { String(cString: $0) } ?? "", path: path.map { String(cString: $0) } ?? "",
        name: name.map { String(cString: $0) } ?? "", arguments: BusValue(parameters)?.asList ?? [])
    Unmanaged<SignalHandler>.fromOpaque(data).takeUnretainedValue().call(signal)
}

private let releaseSignalHandler: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<SignalHandler>.fromOpaque(data).release()
}
