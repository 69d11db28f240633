// SPDX-License-Identifier: GPL-3.0-or-later
// A message bus of the test's own, and GLib's main loop turned while the test waits.

import CGio
public import GioKit
import JarvisTesting

/// A bus that ends when this is released.
@MainActor
public final class PrivateBus {
    /// There is no dbus-daemon, or it did not say where it is.
    public struct NotStarted: Error {}

    private let daemon: LineChild
    private let turning: Task<Void, Never>
    public let address: String

    public init() throws {
        daemon = try LineChild("/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address"])
        guard let line = daemon.line() else { throw NotStarted() }
        address = line
        // The main actor is on the process's first thread here too, and so is whatever this calls.
        turning = Task { @MainActor in
            while !Task.isCancelled {
                while g_main_context_iteration(nil, 0) != 0 {}
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    public func connection() async throws(BusFailure) -> BusConnection { try await BusConnection.open(address: address) }

    /// Ends the bus while connections are open.
    public func end() { daemon.kill() }

    isolated deinit {
        turning.cancel()
    }
}
