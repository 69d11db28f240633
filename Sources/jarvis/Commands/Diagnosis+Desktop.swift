// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: checks how the desktop treats notifications of a program that isn't installed.

import GioKit
import JarvisPlatform

extension Diagnosis {
    /// Checks notifications: GNOME's shell silently drops those of a program without a desktop entry.
    func notifications() -> [Finding] {
        let desktops = (Environment.value("XDG_CURRENT_DESKTOP") ?? "").split(separator: ":")
        guard desktops.contains("GNOME") else { return [] }
        guard ApplicationEntry(id: ProgramIdentity.name + ".desktop") == nil else {
            return [.ok("notifications", "GNOME shows notifications from JARVIS")]
        }
        return [
            .failed(
                "notifications", "GNOME doesn't show notifications from programs that aren't installed",
                fix: "\(reinstallation). Reminders ring without a notification until then.")
        ]
    }
}
