// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the computer that conversations in this process do without.

import JarvisCore

/// A computer without applications.
struct EmptyLauncher: Launcher {
    func applications() -> [InstalledApplication] { [] }
    func open(_ application: InstalledApplication) async throws {}
    func open(address: String) async throws {}
}

/// A computer that reports no status.
struct UnknownStatus: SystemStatusReader {
    func read() async -> SystemStatus { SystemStatus() }
}
