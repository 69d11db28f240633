// SPDX-License-Identifier: GPL-3.0-or-later
// Stand-ins for the stores and the launcher that skills change. A dry run keeps changes in memory and discards them.

import JarvisCore

/// A copy of the user's reminders, read from the store once. Changes stay in the copy.
actor DryRunReminders: ReminderStore {
    private let store: any ReminderStore
    private var reminders: [Reminder]?

    init(of store: any ReminderStore) {
        self.store = store
    }

    func pending() async throws -> [Reminder] {
        if let reminders { return reminders }
        let read = try await store.pending()
        reminders = read
        return read
    }

    func add(_ reminder: Reminder) async throws {
        reminders = try await pending() + [reminder]
    }

    func remove(_ ids: [String]) async throws {
        reminders = try await pending().filter { !ids.contains($0.id) }
    }

    func update(_ ids: [String], _ change: @escaping @Sendable (Reminder) -> Reminder?) async throws {
        reminders = try await pending().compactMap { ids.contains($0.id) ? change($0) : $0 }
    }

    nonisolated func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

/// A launcher that lists the installed applications and starts none of them.
struct DryRunLauncher: Launcher {
    private let all: [InstalledApplication]

    init(applications: [InstalledApplication]) {
        all = applications
    }

    func applications() -> [InstalledApplication] { all }
    func open(_ application: InstalledApplication) {}
    func open(address: String) {}
}
