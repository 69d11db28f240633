// SPDX-License-Identifier: GPL-3.0-or-later
// A message bus of the test's own, and GLib's main loop, which runs while the test waits.

import CGio
import FoundationEssentials
public import GioKit
import JarvisTesting

/// A bus that ends when this is released. It starts no services, so that those installed on this machine stay out of
/// it.
@MainActor
public final class PrivateBus {
    /// dbus-daemon is missing, or did not report its address.
    public struct NotStarted: Error {}

    private static let configuration = """
        <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
        <allow own="*"/></policy></busconfig>
        """

    private let folder: TemporaryFolder
    private let daemon: LineChild
    private let turning: Task<Void, Never>
    public let address: String

    public init() throws {
        folder = try TemporaryFolder("jarvis-bus")
        let file = folder.path + "/bus.conf"
        try Data(Self.configuration.utf8).write(to: URL(filePath: file))
        daemon = try LineChild("/usr/bin/dbus-daemon", ["--config-file=" + file, "--nofork", "--print-address"])
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

    public func connection() async throws(BusFailure) -> BusConnection {
        try await BusConnection.open(address: address)
    }

    /// Ends the bus while connections are open.
    public func end() { daemon.kill() }

    isolated deinit {
        turning.cancel()
    }
}
