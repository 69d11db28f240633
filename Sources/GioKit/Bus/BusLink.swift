// SPDX-License-Identifier: GPL-3.0-or-later
// A connection that lasts for as long as the bus does. Main thread only.

/// A connection to a bus that is opened when it is first needed, and again after it has ended.
@MainActor
public final class BusLink {
    /// Opens the bus.
    public typealias Opening = @MainActor @Sendable () async throws(BusFailure) -> BusConnection

    private let opening: Opening
    private var connection: BusConnection?

    public nonisolated init(_ opening: @escaping Opening) {
        self.opening = opening
    }

    /// The connection.
    /// - Throws: `BusFailure` where there is no bus.
    public func open() async throws(BusFailure) -> BusConnection {
        if let connection, !connection.isClosed { return connection }
        let opened = try await opening()
        // Of two that were opened at once, the first one stays.
        if let connection, !connection.isClosed { return connection }
        connection = opened
        return opened
    }
}
