// SPDX-License-Identifier: GPL-3.0-or-later
// Records the requests to open something and opens nothing.

import JarvisCore

struct RecordingLauncher: Launcher {
    let log: any EventLog

    func applications() -> [InstalledApplication] { [] }
    func open(_ application: InstalledApplication) async throws {}
    func open(address: String) async throws { log.record("opened", ["address": .text(address)]) }
}
