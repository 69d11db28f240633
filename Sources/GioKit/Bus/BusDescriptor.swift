// SPDX-License-Identifier: GPL-3.0-or-later
// A file descriptor returned by a method, such as an inhibitor lock of the login manager, which applies until the
// descriptor is closed.

import CGio

/// An open descriptor, closed when this object is released.
public final class BusDescriptor: Sendable {
    private let descriptor: Int32

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}

extension BusConnection {
    /// Calls a method that returns a descriptor, and waits for it.
    /// - Parameter signature: The types of the arguments, concatenated.
    /// - Throws: `BusFailure`.
    public func callForDescriptor(
        _ name: String, path: String, interface: String, method: String, _ arguments: [BusValue], signature: String
    ) async throws(BusFailure) -> BusDescriptor {
        try BusConnection.check(name, path, interface, method)
        let parameters = try BusValue.tuple(arguments, signature)
        let connection = object.opaque
        return try await BusRequest.run { cancellable, data in
            g_dbus_connection_call_with_unix_fd_list(
                connection, name, path, interface, method, parameters, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil,
                cancellable, descriptorCame, data)
        }
    }
}
