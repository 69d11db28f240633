// SPDX-License-Identifier: GPL-3.0-or-later
// The command to bind to a global shortcut on each desktop.

import Testing

@testable import JarvisSettingsUI

struct KeyCommandTests {
    @Test(arguments: [
        ("GNOME", "jarvis listen --toggle"), ("ubuntu:GNOME", "jarvis listen --toggle"),
        ("KDE", "jarvis listen --toggle"), ("sway", "bindsym Mod4+j exec jarvis listen --toggle"),
        ("i3", "bindsym Mod4+j exec jarvis listen --toggle"),
        ("Hyprland", "bind = SUPER, J, exec, jarvis listen --toggle"), ("", "jarvis listen --toggle"),
        ("KDEish", "jarvis listen --toggle"),
    ])
    func theCommandFitsTheDesktop(desktop: String, line: String) {
        #expect(KeyCommand(desktop: desktop).line == line)
    }

    @Test func desktopsExplainWhereToEnterTheCommand() {
        let places = ["GNOME", "KDE", "sway", "XFCE", ""].map { KeyCommand(desktop: $0).place }
        #expect(Set(places).count == places.count && places.allSatisfy { !$0.isEmpty })
        #expect(KeyCommand(desktop: "KDEish") == KeyCommand(desktop: ""))
        let gnome = KeyCommand(desktop: "GNOME")
        #expect(gnome.status(lacksKeys: true).hasSuffix(gnome.status(lacksKeys: false)))
        #expect(gnome.status(lacksKeys: true).hasPrefix("This desktop doesn't offer shortcuts you can hold. "))
        #expect(KeyCommand(desktop: "XFCE").line.contains("jarvis listen --toggle"))
    }
}
