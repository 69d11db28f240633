// SPDX-License-Identifier: GPL-3.0-or-later
// An object of ours on the bus: what it offers stands in introspection data, GIO refuses what does not fit that, and
// the rest is answered by Swift. Main thread only.

import CGio

/// A call of a method; the arguments have the types that the introspection data promise.
public struct BusCall: Hashable, Sendable {
    /// The caller's unique name; empty without a bus between.
    public var sender: String
    public var method: String
    public var arguments: [BusValue]
}

/// The behaviour of an object.
@MainActor
public struct BusObject {
    /// Answers calls. A `BusError` that it throws goes to the caller as it is; other errors as `Failed`. Its task is
    /// cancelled when the caller leaves the bus and when the object is no longer offered.
    public var method: @MainActor (BusCall) async throws -> [BusValue]
    /// The value of a property; nil: there is none at present.
    public var property: @MainActor (String) -> BusValue?
    /// Sets a property; throws a `BusError` where the value makes no sense.
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
    /// Offers an object at a path until what is returned is withdrawn or released.
    /// - Parameter introspection: XML with one `node` and in it one `interface`.
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
            // Only an object that was registered is released by GIO.
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

/// An object that is offered for as long as this lives.
@MainActor
public final class BusExport {
    private let box: ExportBox
    private let identifier: guint

    init(_ box: ExportBox, _ identifier: guint) {
        self.box = box
        self.identifier = identifier
    }

    /// Offers it no longer. Calls under way are cancelled and still answered. Idempotent.
    public func withdraw() {
        guard !box.isWithdrawn else { return }
        box.isWithdrawn = true
        g_dbus_connection_unregister_object(box.connection.opaque, identifier)
        for task in box.tasks.values { task.cancel() }
    }

    /// Sends a signal of the interface to everybody, or to one.
    /// - Throws: `BusFailure.mismatch` when there is no such signal, or its arguments are of other types.
    public func emit(_ signal: String, _ arguments: [BusValue] = [], to destination: String? = nil) throws(BusFailure) {
        guard let information = g_dbus_interface_info_lookup_signal(box.interface, signal) else {
            throw .mismatch(signature: signal)
        }
        try box.send(
            signal, of: box.interfaceName, arguments, ExportBox.signature(information.pointee.args), to: destination)
    }

    /// Tells everybody the new values of properties.
    /// - Throws: `BusFailure.mismatch` when a property is unknown, or of another type.
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
