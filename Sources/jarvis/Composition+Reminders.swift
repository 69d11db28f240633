// SPDX-License-Identifier: GPL-3.0-or-later
// Who rings what is due: only a program with a conversation does, and a command that sets something says so.

import JarvisAssistant
import JarvisConsole
import JarvisPlatform

extension Composition {
    var remindersPath: String { directories.data + "/reminders.json" }

    /// Holds the lock of the ringer for as long as the conversation lives.
    func holdRinger() -> AssistantSession.Work {
        { [path = remindersPath] _ in
            let lock = RingerLock(reminders: path)
            let (forever, _) = AsyncStream.makeStream(of: Void.self)
            // Ends with the work's task.
            for await _ in forever {}
            withExtendedLifetime(lock) {}
        }
    }

    /// Warns that nothing will ring while JARVIS is closed.
    func tellWhetherItRings() {
        guard !RingerLock.isHeld(reminders: remindersPath) else { return }
        Console.note("jarvis: It rings only while JARVIS is open, and it is not. Start it with \"jarvis\".")
    }
}
