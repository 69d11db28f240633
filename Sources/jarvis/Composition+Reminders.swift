// SPDX-License-Identifier: GPL-3.0-or-later
// Who rings what is due: only a program with a conversation does.

import JarvisAssistant
import JarvisPlatform

extension Composition {
    var remindersPath: String { directories.data + "/reminders.json" }

    /// Holds the lock of the ringer for as long as the conversation lives.
    func holdRinger() -> AssistantSession.Work {
        { [path = remindersPath] _ in
            var lock = RingerLock(reminders: path)
            // A command that looks for it holds it for a moment, and a program that ends for longer.
            while lock == nil, (try? await Task.sleep(for: .seconds(1))) != nil { lock = RingerLock(reminders: path) }
            let (forever, _) = AsyncStream.makeStream(of: Void.self)
            // Ends with the work's task.
            for await _ in forever {}
            withExtendedLifetime(lock) {}
        }
    }
}
