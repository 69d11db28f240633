// SPDX-License-Identifier: GPL-3.0-or-later
// Who rings what is due: only a program with a conversation does, and a command that sets something says so.

import JarvisPlatform

/// What is said after something was set.
public enum RingerNote {
    /// Warns that nothing will ring while JARVIS is closed.
    /// - Parameter path: of the reminders' file.
    public static func tell(reminders path: String) {
        guard !RingerLock.isHeld(reminders: path) else { return }
        Console.note(
            "jarvis: It rings only while JARVIS is open, and it is not. Start it with \"jarvis\" or \"jarvis --service\"."
        )
    }
}
