// SPDX-License-Identifier: GPL-3.0-or-later
// Doubles of what skills change: changes to them are kept for the length of a dry run, and nothing comes of them.

import JarvisCore

/// The user's reminders, read once.
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

/// Installed applications, of which none is started.
struct DryRunLauncher: Launcher {
    private let all: [InstalledApplication]

    init(applications: [InstalledApplication]) {
        all = applications
    }

    func applications() -> [InstalledApplication] { all }
    func open(_ application: InstalledApplication) {}
    func open(address: String) {}
}
