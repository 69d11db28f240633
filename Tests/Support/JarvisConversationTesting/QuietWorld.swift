// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the computer that conversations in this process do without.

import JarvisCore

/// A computer without applications.
struct EmptyLauncher: Launcher {
    func applications() -> [InstalledApplication] { [] }
    func open(_ application: InstalledApplication) async throws {}
    func open(address: String) async throws {}
}

/// A computer that tells nothing of itself.
struct UnknownStatus: SystemStatusReader {
    func read() async -> SystemStatus { SystemStatus() }
}
