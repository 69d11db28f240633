// SPDX-License-Identifier: GPL-3.0-or-later
// A double of the login manager's sleep functions on the test's own bus: it hands out locks that delay sleep, and knows
// which are still held. It uses GIO directly, since JARVIS's own bus code cannot reply with descriptors.

import CGio
import Glibc

/// A computer that can be suspended.
@MainActor
public final class SleepDouble {
    /// The double could not be exported on the bus.
    public struct NotOffered: Error {}

    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let introspection = """
        <node><interface name="org.freedesktop.login1.Manager">
        <method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="h" direction="out"/></method>
        <method name="GetSession"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
        <signal name="PrepareForSleep"><arg type="b"/></signal></interface></node>
        """

    /// The requests for locks: what to delay, by whom, why and how.
    public fileprivate(set) var requests: [[String]] = []
    /// Our ends of the locks; their holders have the other ends.
    fileprivate var locks: [Int32] = []
    private let connection: OpaquePointer
    private let node: UnsafeMutablePointer<GDBusNodeInfo>
    private var registration: guint = 0

    /// - Parameter address: The address of the bus.
    public init(address: String) throws {
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil),
            let node = g_dbus_node_info_new_for_xml(Self.introspection, nil)
        else { throw NotOffered() }
        (self.connection, self.node) = (connection, node)
        g_dbus_connection_set_exit_on_close(connection, 0)
        var table = GDBusInterfaceVTable()
        table.method_call = methodCalled
        registration = g_dbus_connection_register_object(
            connection, Self.path, node.pointee.interfaces[0], &table, Unmanaged.passUnretained(self).toOpaque(), nil,
            nil)
        let name = [g_variant_new_string("org.freedesktop.login1"), g_variant_new_uint32(4)]
        let reply = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            g_variant_new_tuple(name, 2), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        guard registration > 0, let reply else { throw NotOffered() }
        g_variant_unref(reply)
    }

    isolated deinit {
        g_dbus_connection_unregister_object(connection, registration)
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
        g_dbus_node_info_unref(node)
        for lock in locks { close(lock) }
    }

    /// The number of locks held.
    public var heldLocks: Int {
        locks.count { lock in
            var byte: UInt8 = 0
            // A pipe whose other end is closed is at its end; otherwise there is nothing to read yet.
            return read(lock, &byte, 1) < 0
        }
    }

    /// Announces that the computer is about to sleep or has woken up.
    public func sleeps(_ sleeps: Bool) {
        let arguments = [g_variant_new_boolean(sleeps ? 1 : 0)]
        g_dbus_connection_emit_signal(
            connection, nil, Self.path, Self.manager, "PrepareForSleep", g_variant_new_tuple(arguments, 1), nil)
    }

    fileprivate func answer(_ method: String, _ arguments: [String], _ invocation: OpaquePointer) {
        var ends: [Int32] = [-1, -1]
        guard method == "Inhibit", g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0,
            g_unix_set_fd_nonblocking(ends[0], 1, nil) != 0, let list = g_unix_fd_list_new()
        else {
            g_dbus_method_invocation_return_dbus_error(
                invocation, "org.freedesktop.login1.NoSuchSession", "There is no session.")
            return
        }
        requests.append(arguments)
        locks.append(ends[0])
        g_unix_fd_list_append(list, ends[1], nil)
        close(ends[1])
        g_dbus_method_invocation_return_value_with_unix_fd_list(
            invocation, g_variant_new_tuple([g_variant_new_handle(0)], 1), list)
        g_object_unref(list)
    }
}

private let methodCalled: GDBusInterfaceMethodCallFunc = { _, _, _, _, method, parameters, invocation, data in
    guard let method, let parameters, let invocation, let data else { return }
    let name = String(cString: method)
    let arguments = (0..<g_variant_n_children(parameters)).compactMap { index -> String? in
        guard let child = g_variant_get_child_value(parameters, index) else { return nil }
        defer { g_variant_unref(child) }
        return g_variant_get_string(child, nil).map { String(cString: $0) }
    }
    // GLib calls on the thread of the main loop, which is the main actor's; the invocation does not leave the call.
    nonisolated(unsafe) let answered = invocation
    let double = Unmanaged<SleepDouble>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { double.answer(name, arguments, answered) }
}
