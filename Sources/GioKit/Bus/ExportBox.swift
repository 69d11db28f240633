// SPDX-License-Identifier: GPL-3.0-or-later
// GIO's user data of an exported object: the Swift code that implements it, and the calls in progress.

import CGio

/// Implements an exported object. GIO releases this once the object is unregistered. Used on the main thread.
@MainActor
final class ExportBox {
    let connection: GObjectRef
    let object: BusObject
    let path: String
    let interface: UnsafeMutablePointer<GDBusInterfaceInfo>
    var isWithdrawn = false
    var tasks: [Int: Task<Void, Never>] = [:]
    private var lastTask = 0

    init(
        _ connection: GObjectRef, _ object: BusObject, _ path: String,
        _ interface: UnsafeMutablePointer<GDBusInterfaceInfo>
    ) {
        self.connection = connection
        self.object = object
        self.path = path
        self.interface = g_dbus_interface_info_ref(interface)
    }

    isolated deinit {
        g_dbus_interface_info_unref(interface)
    }

    var interfaceName: String { interface.pointee.name.map { String(cString: $0) } ?? "" }

    /// Handles a call in its own task, and takes over the invocation.
    func answer(_ call: BusCall, _ invocation: GObjectRef) {
        let information = g_dbus_method_invocation_get_method_info(invocation.opaque)
        let signature = Self.signature(information?.pointee.out_args)
        lastTask += 1
        let number = lastTask
        let caller =
            call.sender.isEmpty
            ? nil
            : NameWatch(connection, call.sender, vanished: { [weak self] in self?.tasks[number]?.cancel() })
        let method = object.method
        tasks[number] = Task { [weak self] in
            do {
                let reply = try BusValue.tuple(try await method(call), signature)
                g_dbus_method_invocation_return_value(Self.owned(invocation), reply)
            } catch {
                let error = Self.sent(error)
                g_dbus_method_invocation_return_dbus_error(Self.owned(invocation), error.name, error.message)
            }
            withExtendedLifetime(caller) {}
            self?.tasks[number] = nil
        }
    }

    /// Adds the reference that a reply consumes.
    private static func owned(_ invocation: GObjectRef) -> OpaquePointer {
        g_object_ref(invocation.raw)
        return invocation.opaque
    }

    /// The D-Bus error to send for an error that a handler has thrown.
    static func sent(_ error: any Error) -> BusError {
        switch error {
        case let error as BusError where g_dbus_is_interface_name(error.name) != 0: error
        case let error as BusError: .failed(error.message)
        case is CancellationError: .failed("The call was cancelled.")
        case BusFailure.mismatch(let signature): .failed("The answer doesn't match the signature \(signature).")
        default: .failed("\(error)")
        }
    }

    /// The value of a property in its declared type, in a floating reference.
    func value(of property: String) throws -> OpaquePointer {
        guard let value = object.property(property) else { throw BusError.failed("\(property) has no value.") }
        let signature = self.signature(of: property)
        guard value.fits(signature[...]) else { throw BusFailure.mismatch(signature: signature) }
        return value.variant(signature[...])
    }

    /// The arguments of `PropertiesChanged`, which the caller owns.
    func changes(_ properties: [String]) throws(BusFailure) -> OpaquePointer {
        var entries: [OpaquePointer?] = []
        for property in properties {
            do {
                let value = g_variant_new_variant(try value(of: property))
                entries.append(g_variant_new_dict_entry(g_variant_new_string(property), value))
            } catch {
                for entry in entries { g_variant_unref(g_variant_ref_sink(entry)) }
                throw .mismatch(signature: property)
            }
        }
        let type = g_variant_type_new("{sv}")
        defer { g_variant_type_free(type) }
        let text = g_variant_type_new("s")
        defer { g_variant_type_free(text) }
        let parts: [OpaquePointer?] = [
            g_variant_new_string(interfaceName), g_variant_new_array(type, entries, gsize(entries.count)),
            g_variant_new_array(text, nil, 0),
        ]
        return g_variant_ref_sink(g_variant_new_tuple(parts, gsize(parts.count)))
    }

    func send(
        _ signal: String, of interface: String, _ arguments: [BusValue], _ signature: String, to destination: String?
    ) throws(BusFailure) {
        let parameters = try BusValue.tuple(arguments, signature)
        g_dbus_connection_emit_signal(connection.opaque, destination, path, interface, signal, parameters, nil)
    }

    private func signature(of property: String) -> String {
        let information = g_dbus_interface_info_lookup_property(interface, property)
        return information?.pointee.signature.map { String(cString: $0) } ?? ""
    }

    /// The signature of arguments: their types, concatenated.
    static func signature(_ arguments: UnsafeMutablePointer<UnsafeMutablePointer<GDBusArgInfo>?>?) -> String {
        guard let arguments else { return "" }
        return sequence(first: arguments) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
            .compactMap { $0?.pointee.signature.map { String(cString: $0) } }.joined()
    }
}
