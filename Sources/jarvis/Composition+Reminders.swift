// SPDX-License-Identifier: GPL-3.0-or-later
// Composes reminders: only a program with a conversation rings them.

import JarvisAssistant
import JarvisPlatform

extension Composition {
    var remindersPath: String { directories.data + "/reminders.json" }

    /// The path of the record of what the last "jarvis ask" has changed.
    var undoPath: String { directories.data + "/undo.json" }

    /// The path of the last open question of "jarvis ask".
    var questionPath: String { directories.data + "/question.json" }

    /// The path of what the last "jarvis ask" was about.
    var turnPath: String { directories.data + "/turn.json" }

    /// Holds the lock of the ringer while the conversation exists.
    func holdRinger() -> AssistantSession.Work {
        { [path = remindersPath] _ in
            var lock = RingerLock(reminders: path)
            // A command that checks the lock holds it briefly, and a program that is ending may hold it for longer.
            while lock == nil, (try? await Task.sleep(for: .seconds(1))) != nil { lock = RingerLock(reminders: path) }
            let (forever, _) = AsyncStream.makeStream(of: Void.self)
            // Hold the lock until the task of this work is cancelled.
            for await _ in forever {}
            withExtendedLifetime(lock) {}
        }
    }
}
