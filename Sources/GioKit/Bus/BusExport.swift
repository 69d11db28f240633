// SPDX-License-Identifier: GPL-3.0-or-later
// An object exported on the bus. Introspection data defines its interface; GIO rejects calls that don't match, and
// Swift code handles the rest. Main thread only.

import CGio

/// A method call, whose arguments match the types in the introspection data.
public struct BusCall: Hashable, Sendable {
    /// The caller's unique name; empty on a peer-to-peer connection.
    public var sender: String
    public var method: String
    public var arguments: [BusValue]
}

/// The closures that implement an object.
@MainActor
public struct BusObject {
    /// Handles calls. A thrown `BusError` is sent to the caller as it is; other errors are sent as `Failed`. The task
    /// is cancelled when the caller leaves the bus or the object is withdrawn.
    public var method: @MainActor (BusCall) async throws -> [BusValue]
    /// Returns the value of a property; nil if it has none at present.
    public var property: @MainActor (String) -> BusValue?
    /// Sets a property; throws a `BusError` for an invalid value.
    public var setProperty: @MainActor (String, BusValue) throws -> Void

    public init(
        method: @escaping @MainActor (BusCall) async throws -> [BusValue],
        property: @escaping @MainActor (String) -> BusValue? = { _ in nil },
        setProperty: @escaping @MainActor (String, BusValue) throws -> Void = { name, _ in
            throw BusError.invalidArguments("\(name) cannot be set")
        }
    ) {
        self.method = method
        self.property = property
        self.setProperty = setProperty
    }
}

extension BusConnection {
    /// Exports an object at a path until the returned export is withdrawn or released.
    /// - Parameter introspection: XML with one `node`, which contains one `interface`.
    /// - Throws: `BusFailure.notExported`.
    public func export(
        _ object: BusObject, at path: String, introspection: String
    ) throws(BusFailure) -> BusExport {
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml(introspection, &error) else { throw .notExported(taking: error) }
        defer { g_dbus_node_info_unref(node) }
        guard let interface = node.pointee.interfaces?.pointee else { throw .notExported("there is no interface") }
        guard g_variant_is_object_path(path) != 0 else { throw .notExported("\(path) is not an object path") }
        let box = ExportBox(self.object, object, path, interface)
        let data = Unmanaged.passRetained(box).toOpaque()
        var table = GDBusInterfaceVTable()
        table.method_call = methodCalled
        table.get_property = propertyAsked
        table.set_property = propertySet
        let identifier = g_dbus_connection_register_object(
            self.object.opaque, path, interface, &table, data, releaseExportBox, &error)
        guard identifier != 0 else {
            // GIO releases the box only if it has registered the object.
            Unmanaged<ExportBox>.fromOpaque(data).release()
            throw .notExported(taking: error)
        }
        return BusExport(box, identifier)
    }
}

extension BusFailure {
    fileprivate static func notExported(taking error: UnsafeMutablePointer<GError>?) -> BusFailure {
        defer { if let error { g_error_free(error) } }
        return .notExported(error?.pointee.message.map { String(cString: $0) } ?? "")
    }
}

/// Exports an object while this exists.
@MainActor
public final class BusExport {
    private let box: ExportBox
    private let identifier: guint

    init(_ box: ExportBox, _ identifier: guint) {
        self.box = box
        self.identifier = identifier
    }

    /// Withdraws the object. Calls in progress are cancelled, but still answered. May be called more than once.
    public func withdraw() {
        guard !box.isWithdrawn else { return }
        box.isWithdrawn = true
        g_dbus_connection_unregister_object(box.connection.opaque, identifier)
        for task in box.tasks.values { task.cancel() }
    }

    /// Sends a signal of the interface to everyone, or to a single destination.
    /// - Throws: `BusFailure.mismatch` if the signal is unknown, or its arguments have other types.
    public func emit(_ signal: String, _ arguments: [BusValue] = [], to destination: String? = nil) throws(BusFailure) {
        guard let information = g_dbus_interface_info_lookup_signal(box.interface, signal) else {
            throw .mismatch(signature: signal)
        }
        try box.send(
            signal, of: box.interfaceName, arguments, ExportBox.signature(information.pointee.args), to: destination)
    }

    /// Sends the new values of properties to everyone.
    /// - Throws: `BusFailure.mismatch` if a property is unknown, or has another type.
    public func tellChanged(_ properties: [String]) throws(BusFailure) {
        let name = "org.freedesktop.DBus.Properties"
        let changed = try box.changes(properties)
        defer { g_variant_unref(changed) }
        g_dbus_connection_emit_signal(
            box.connection.opaque, nil, box.path, name, "PropertiesChanged", changed, nil)
    }

    isolated deinit {
        withdraw()
    }
}
