// SPDX-License-Identifier: GPL-3.0-or-later
// What the doctor says of how the desktop treats a program that it does not know.

import GioKit
import JarvisPlatform

extension Diagnosis {
    /// GNOME's shell drops the notifications of a program without a desktop entry, and says nothing of that.
    func notifications() -> [Finding] {
        let desktops = (Environment.value("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":")
        guard desktops.contains("GNOME") else { return [] }
        guard ApplicationEntry(id: ProgramIdentity.name + ".desktop") == nil else {
            return [.ok("notifications", "GNOME knows JARVIS by its desktop entry")]
        }
        return [
            .failed(
                "notifications", "GNOME shows none of a program that is not installed",
                fix: "Install JARVIS with scripts/install; until then reminders ring without a notification.")
        ]
    }
}
