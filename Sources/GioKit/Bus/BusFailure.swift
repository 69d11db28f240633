// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of D-Bus, for callers and for exported objects.

import CGio

/// The reason why a call or a connection failed.
public enum BusFailure: Error, Hashable, Sendable {
    /// There is no bus, or the connection has ended. With GIO's message.
    case disconnected(String)
    /// The other side, or the bus on its behalf, replied with an error.
    case refused(BusError)
    /// No reply came in time.
    case timedOut
    /// The values do not match these types.
    case mismatch(signature: String)
    /// The introspection data is invalid, or the path is taken. With GIO's message.
    case notExported(String)
    case cancelled

    /// Converts a GError, and frees it.
    init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .disconnected("no reason given")
            return
        }
        defer { g_error_free(error) }
        let name = g_dbus_error_get_remote_error(error)
        defer { g_free(name) }
        if name != nil { g_dbus_error_strip_remote_error(error) }
        let message = error.pointee.message.map { String(cString: $0) } ?? ""
        let code = Int64(error.pointee.code)
        if let name {
            self = .refused(BusError(String(cString: name), message))
        } else if error.pointee.domain == g_io_error_quark(), code == Int64(G_IO_ERROR_CANCELLED.rawValue) {
            self = .cancelled
        } else if error.pointee.domain == g_io_error_quark(), code == Int64(G_IO_ERROR_TIMED_OUT.rawValue) {
            self = .timedOut
        } else {
            self = .disconnected(message)
        }
    }
}

/// An error as it is sent over the bus.
public struct BusError: Error, Hashable, Sendable {
    /// The error's name, in the format of an interface name: "org.freedesktop.DBus.Error.InvalidArgs".
    public var name: String
    public var message: String

    public init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    /// The error for invalid arguments.
    public static func invalidArguments(_ message: String) -> BusError {
        BusError("org.freedesktop.DBus.Error.InvalidArgs", message)
    }

    /// The error for a caller that lacks the permission.
    public static func accessDenied(_ message: String) -> BusError {
        BusError("org.freedesktop.DBus.Error.AccessDenied", message)
    }

    /// The error for an operation that failed.
    public static func failed(_ message: String) -> BusError {
        BusError("org.freedesktop.DBus.Error.Failed", message)
    }
}
