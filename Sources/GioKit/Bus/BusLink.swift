// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a connection to a bus that reopens when necessary. Main thread only.

/// A connection to a bus, opened on first use, and again after it has closed.
@MainActor
public final class BusLink {
    /// Opens the connection.
    public typealias Opening = @MainActor @Sendable () async throws(BusFailure) -> BusConnection

    private let opening: Opening
    private var connection: BusConnection?

    public nonisolated init(_ opening: @escaping Opening) {
        self.opening = opening
    }

    /// The connection, which is opened if necessary.
    /// - Throws: `BusFailure` if there is no bus.
    public func open() async throws(BusFailure) -> BusConnection {
        if let connection, !connection.isClosed { return connection }
        let opened = try await opening()
        // If two connections were opened at the same time, keep the first one.
        if let connection, !connection.isClosed { return connection }
        connection = opened
        return opened
    }
}
