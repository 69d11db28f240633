// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that the commands for user data share: locations and stores.

import JarvisCore
import JarvisStore
import JarvisPlatform

struct StoreCommandContext {
    let directories = BaseDirectories.current()
    let clock = SystemWallClock()
    /// Receives the events requested by "--events".
    private let log: any EventLog

    init(_ global: GlobalOptions) throws { log = try global.openLog() }

    var remindersPath: String { directories.data + "/reminders.json" }
    var reminders: JSONReminderStore { JSONReminderStore(path: remindersPath) }

    var lists: JSONListStore { JSONListStore(path: directories.data + "/lists.json") }

    /// Reports problems that were found in reminders or lists.
    func tell(_ notices: [Notice]) {
        for notice in notices { Console.note("jarvis: \(notice.commandAdvice)") }
    }

    /// The folder of the recordings.
    var recordingsPath: String { directories.data + "/recordings" }

    /// The settings store. Damaged settings are set aside when they are first read, so this is the only chance to
    /// report them.
    var settings: JSONSettingsStore {
        let settings = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in settings.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        return settings
    }

    /// The store of recorded utterances and their words, which the history lock protects, too.
    func recordings() throws -> RecordingStore {
        let settings = settings
        try HistoryGate.open(settings)
        return RecordingStore(path: recordingsPath, settings: settings, clock: clock)
    }
}
