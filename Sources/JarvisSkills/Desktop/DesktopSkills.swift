// SPDX-License-Identifier: GPL-3.0-or-later
// The list of skills that control the desktop. A new one adds its file and one line here.

package import JarvisAgent

/// The skills that control the desktop and read the machine.
package enum DesktopSkills {
    /// Every desktop skill, in the order of the list of commands.
    package static let all: [any Skill] = [
        MachineSkill(),
        VolumeSkill(),
        MediaSkill(),
        BrightnessSkill(),
        ColorSchemeSkill(),
        NotificationsSkill(),
        ClipboardSkill(),
        ScreenshotSkill(),
        SessionSkill(),
        WindowSkill(),
    ]
}
