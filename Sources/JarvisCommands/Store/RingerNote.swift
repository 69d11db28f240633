// SPDX-License-Identifier: GPL-3.0-or-later
// Warns after setting a reminder if no running program will ring it.

import JarvisPlatform

/// Prints the warning after a reminder was set.
public enum RingerNote {
    /// Prints a warning if reminders will not ring, because JARVIS is closed or has been stopped.
    /// - Parameter path: The path of the reminders' file.
    public static func tell(reminders path: String) {
        if let text = text(RingerLock.state(reminders: path)) { Console.note("jarvis: \(text)") }
    }

    static func text(_ state: RingerLock.State) -> String? {
        switch state {
        case .rings: nil
        case .standsStill(let process):
            "Saved, but JARVIS is suspended. It will ring after \"kill -CONT \(process)\"."
        case .absent:
            "Saved, but it rings only while JARVIS runs. Start it with \"jarvis\" or \"jarvis --service\"."
        case .blocked(let failure): failure.commandAdvice
        }
    }
}
