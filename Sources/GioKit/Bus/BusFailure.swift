// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong on D-Bus, for those who call and for those who answer.

import CGio

/// Why a call or a connection failed.
public enum BusFailure: Error, Hashable, Sendable {
    /// There is no bus, or the connection to it has ended; GIO's own words.
    case disconnected(String)
    /// The other side, or the bus for it, answered with an error.
    case refused(BusError)
    /// No answer came in time.
    case timedOut
    /// The values are not of these types.
    case mismatch(signature: String)
    /// The introspection data cannot be used, or the path is taken; GIO's own words.
    case notExported(String)
    case cancelled

    /// Takes over a GError.
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

/// An error as it goes over the bus.
public struct BusError: Error, Hashable, Sendable {
    /// Like an interface's name: "org.freedesktop.DBus.Error.InvalidArgs".
    public var name: String
    public var message: String

    public init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    /// The arguments make no sense.
    public static func invalidArguments(_ message: String) -> BusError {
        BusError("org.freedesktop.DBus.Error.InvalidArgs", message)
    }

    /// The caller may not do this.
    public static func accessDenied(_ message: String) -> BusError {
        BusError("org.freedesktop.DBus.Error.AccessDenied", message)
    }

    /// It was tried, and failed.
    public static func failed(_ message: String) -> BusError {
        BusError("org.freedesktop.DBus.Error.Failed", message)
    }
}
