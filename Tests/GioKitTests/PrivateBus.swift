// SPDX-License-Identifier: GPL-3.0-or-later
// A message bus of the test's own, and GLib's main loop turned while the test waits.

import CGio
import GioKit
import JarvisTesting
import Testing

/// A bus that ends when this is released.
@MainActor
final class PrivateBus {
    private let daemon: LineChild
    private let turning: Task<Void, Never>
    let address: String

    init() throws {
        daemon = try LineChild("/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address"])
        address = try #require(daemon.line())
        // The main actor is on the process's first thread here too, and so is whatever this calls.
        turning = Task { @MainActor in
            while !Task.isCancelled {
                while g_main_context_iteration(nil, 0) != 0 {}
                try? await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    func connection() async throws -> BusConnection { try await BusConnection.open(address: address) }

    /// Ends the bus while connections are open.
    func end() { daemon.kill() }

    isolated deinit {
        turning.cancel()
    }
}
