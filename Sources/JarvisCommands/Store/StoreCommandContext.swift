// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands for the user's own data work with: where it is, and what keeps it.

import JarvisCore
import JarvisStore
import JarvisPlatform

struct StoreCommandContext {
    let directories = BaseDirectories.current()
    let clock = SystemWallClock()
    /// Receives what "--events" asks for.
    private let log: any EventLog

    init(_ global: GlobalOptions) throws { log = try global.openLog() }

    var remindersPath: String { directories.data + "/reminders.json" }
    var reminders: JSONReminderStore { JSONReminderStore(path: remindersPath) }

    var lists: JSONListStore { JSONListStore(path: directories.data + "/lists.json") }

    /// Tells what was found wrong with reminders or lists.
    func tell(_ notices: [Notice]) {
        for notice in notices { Console.note("jarvis: \(notice.commandAdvice)") }
    }

    /// Where recordings are.
    var recordingsPath: String { directories.data + "/recordings" }

    /// Damage of the settings is set aside when it is first met, so this is the only time that it can be told.
    var settings: JSONSettingsStore {
        let settings = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in settings.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        return settings
    }

    /// What was recorded, with its words; the lock of the history is over it, too.
    func recordings() throws -> RecordingStore {
        let settings = settings
        try HistoryGate.open(settings)
        return RecordingStore(path: recordingsPath, settings: settings, clock: clock)
    }
}
