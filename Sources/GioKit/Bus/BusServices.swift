// SPDX-License-Identifier: GPL-3.0-or-later
// Queries a bus about services: their properties, names and owners. Classifies failures that mean that a service is
// missing.

extension BusConnection {
    private static let bus = "org.freedesktop.DBus"

    /// True while the name has an owner. Does not start the service.
    public func isOwned(_ name: String) async -> Bool { await owner(of: name) != nil }

    /// The unique name of a name's owner; nil if there is none.
    public func owner(of name: String) async -> String? {
        let reply = try? await call(
            Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, method: "GetNameOwner", [.text(name)],
            signature: "s")
        return reply?.first?.asText
    }

    /// The process that owns a name on this bus; nil if there is none, or if it is unknown.
    public func process(of name: String) async -> Int64? {
        let reply = try? await call(
            Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, method: "GetConnectionUnixProcessID",
            [.text(name)], signature: "s")
        return reply?.first?.asInteger
    }

    /// The names of services that the bus can start on demand.
    public func activatableNames() async throws(BusFailure) -> [String] {
        let reply = try await call(
            Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, method: "ListActivatableNames")
        return reply.first?.asList?.compactMap(\.asText) ?? []
    }

    /// The names of all connections and services on the bus.
    public func names() async throws(BusFailure) -> [String] {
        let reply = try await call(
            Self.bus, path: "/org/freedesktop/DBus", interface: Self.bus, method: "ListNames")
        return reply.first?.asList?.compactMap(\.asText) ?? []
    }

    /// All properties of an interface, by name.
    public func properties(
        _ interface: String, of name: String, path: String, within limit: Duration? = nil
    ) async throws(BusFailure) -> [String: BusValue] {
        let reply = try await call(
            name, path: path, interface: "org.freedesktop.DBus.Properties", method: "GetAll", [.text(interface)],
            signature: "s", within: limit)
        return reply.first?.asTable ?? [:]
    }

    /// The value of one property; nil if it is unavailable.
    public func property(_ property: String, _ interface: String, of name: String, path: String) async -> BusValue? {
        let reply = try? await call(
            name, path: path, interface: "org.freedesktop.DBus.Properties", method: "Get",
            [.text(interface), .text(property)], signature: "ss")
        return reply?.first
    }

    public func setProperty(
        _ property: String, _ value: BusValue, _ interface: String, of name: String, path: String,
        within limit: Duration? = nil
    ) async throws(BusFailure) {
        _ = try await call(
            name, path: path, interface: "org.freedesktop.DBus.Properties", method: "Set",
            [.text(interface), .text(property), value], signature: "ssv", within: limit)
    }
}

extension BusFailure {
    /// The last part of the remote error's name; empty for other failures.
    private var errorName: Substring {
        guard case .refused(let error) = self else { return "" }
        return error.name.split(separator: ".").last ?? ""
    }

    /// True if there is no such service, object, interface or method.
    public var meansMissing: Bool {
        [
            "ServiceUnknown", "NameHasNoOwner", "UnknownObject", "UnknownInterface", "UnknownMethod",
            "UnknownProperty", "NoSuchUnit", "ChildExited", "SpawnFailed", "ExecFailed", "ServiceNotFound",
            "NotSupported",
        ].contains(errorName)
    }

    /// True if the service has disappeared or doesn't respond, so that trying again is pointless.
    public var meansSilence: Bool {
        switch self {
        case .timedOut, .disconnected: true
        default:
            ["NoReply", "Timeout", "TimedOut", "Disconnected", "ServiceUnknown", "NameHasNoOwner"].contains(errorName)
        }
    }

    /// True if the service denies this user access.
    public var meansForbidden: Bool {
        ["AccessDenied", "AuthFailed", "InteractiveAuthorizationRequired", "NotAuthorized"].contains(errorName)
    }

    /// A reason to show to the user, in the words of the service or of GIO.
    public var reason: String {
        switch self {
        case .disconnected(let reason): reason
        case .refused(let error): error.message.isEmpty ? error.name : error.message
        case .timedOut: "no answer"
        case .mismatch(let signature): "not \(signature)"
        case .notExported(let reason): reason
        case .cancelled: "cancelled"
        }
    }
}
