// SPDX-License-Identifier: GPL-3.0-or-later
// Intercepts calls to objects that GIO handles itself, such as an application's actions, to check the caller first.

import CGio

/// Diverts calls of some methods to a handler while this exists.
@MainActor
public final class BusGuard {
    /// A method to intercept.
    public struct Method: Hashable, Sendable {
        public var interface: String
        public var name: String

        public init(_ interface: String, _ name: String) {
            self.interface = interface
            self.name = name
        }
    }

    private let connection: GObjectRef
    private let identifier: guint

    /// - Parameters:
    ///   - answer: Handles the call instead of the object; its errors are sent to the caller, as with a `BusObject`.
    public init(
        _ connection: BusConnection, holding methods: Set<Method>,
        answer: @escaping @MainActor (BusCall) async throws -> Void
    ) {
        self.connection = connection.object
        let box = Unmanaged.passRetained(GuardBox(methods, connection.object, answer))
        identifier = g_dbus_connection_add_filter(
            connection.object.opaque, messageCame, box.toOpaque(), releaseGuardBox)
    }

    isolated deinit {
        g_dbus_connection_remove_filter(connection.opaque, identifier)
    }
}

/// Filters messages on GIO's own thread, and replies on the main loop's thread.
private final class GuardBox: Sendable {
    let methods: Set<BusGuard.Method>
    private let connection: GObjectRef
    private let answer: @MainActor (BusCall) async throws -> Void

    init(
        _ methods: Set<BusGuard.Method>, _ connection: GObjectRef,
        _ answer: @escaping @MainActor (BusCall) async throws -> Void
    ) {
        self.methods = methods
        self.connection = connection
        self.answer = answer
    }

    /// Handles an intercepted call.
    /// - Parameter message: The message; this function takes over the reference.
    @MainActor
    func take(_ message: GObjectRef) {
        let call = BusCall(
            sender: g_dbus_message_get_sender(message.opaque).map { String(cString: $0) } ?? "",
            method: g_dbus_message_get_member(message.opaque).map { String(cString: $0) } ?? "",
            arguments: g_dbus_message_get_body(message.opaque).flatMap { BusValue($0)?.asList } ?? [])
        Task {
            let reply: OpaquePointer?
            do {
                try await answer(call)
                reply = g_dbus_message_new_method_reply(message.opaque)
            } catch {
                let error = ExportBox.sent(error)
                reply = g_dbus_message_new_method_error_literal(message.opaque, error.name, error.message)
            }
            guard let reply else { return }
            let owned = GObjectRef(adopting: UnsafeMutableRawPointer(reply))
            let flags = g_dbus_message_get_flags(message.opaque).rawValue
            guard flags & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0 else { return }
            g_dbus_connection_send_message(
                connection.opaque, owned.opaque, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
        }
    }
}

/// A message passed from GIO's thread to the main loop.
private final class HeldMessage: @unchecked Sendable {
    // Unchecked: ownership of `message` is passed on, and GIO's thread keeps no reference.
    let box: GuardBox
    let message: UnsafeMutableRawPointer

    init(_ box: GuardBox, _ message: UnsafeMutableRawPointer) {
        self.box = box
        self.message = message
    }
}

private let messageCame: GDBusMessageFilterFunction = { _, message, isIncoming, data in
    guard isIncoming != 0, let message, let data,
        g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
        let interface = g_dbus_message_get_interface(message), let member = g_dbus_message_get_member(message)
    else { return message }
    let box = Unmanaged<GuardBox>.fromOpaque(data).takeUnretainedValue()
    guard box.methods.contains(BusGuard.Method(String(cString: interface), String(cString: member))) else {
        return message
    }
    let held = Unmanaged.passRetained(HeldMessage(box, UnsafeMutableRawPointer(message)))
    g_idle_add_full(G_PRIORITY_DEFAULT, heldMessageCame, held.toOpaque(), nil)
    return nil
}

private let heldMessageCame: GSourceFunc = { data in
    guard let data else { return 0 }
    let held = Unmanaged<HeldMessage>.fromOpaque(data).takeRetainedValue()
    MainActor.assumeIsolated { held.box.take(GObjectRef(adopting: held.message)) }
    return 0  // G_SOURCE_REMOVE
}

private let releaseGuardBox: GDestroyNotify = { data in
    guard let data else { return }
    Unmanaged<GuardBox>.fromOpaque(data).release()
}
