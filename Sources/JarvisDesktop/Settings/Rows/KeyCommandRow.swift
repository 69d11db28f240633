// SPDX-License-Identifier: GPL-3.0-or-later
// The command for a key of the desktop, in the words of the desktop that runs, where the portal has no key for programs.

import GtkKit
import JarvisCore
import JarvisPlatform
import JarvisSettings

/// What a key is to run, and where the desktop wants to be told so.
struct KeyCommand: Equatable {
    /// A line of a configuration file, or a command for a terminal or a field of the desktop's settings.
    let line: String
    /// Where the line belongs, in a sentence.
    let place: String

    private static let command = "jarvis listen --toggle"

    /// - Parameter desktop: names of the desktop that runs, with colons between, as `XDG_CURRENT_DESKTOP` has them.
    init(desktop: String) {
        let names = desktop.lowercased().split(separator: ":")
        func isOne(of wanted: Set<String>) -> Bool { names.contains { wanted.contains(String($0)) } }
        if isOne(of: ["gnome", "unity", "budgie"]) {
            line = Self.command
            place = localized("Settings → Keyboard → Custom Shortcuts: the command of a new one")
        } else if isOne(of: ["kde"]) {
            line = Self.command
            place = localized("System Settings → Shortcuts → Add New → Command: the command of a new one")
        } else if isOne(of: ["sway", "i3"]) {
            line = "bindsym Mod4+j exec \(Self.command)"
            place = localized("A line of the configuration file")
        } else if isOne(of: ["hyprland"]) {
            line = "bind = SUPER, J, exec, \(Self.command)"
            place = localized("A line of the configuration file")
        } else if isOne(of: ["xfce"]) {
            line =
                "xfconf-query -c xfce4-keyboard-shortcuts -p '/commands/custom/<Primary><Alt>j' -n -t string"
                + " -s '\(Self.command)'"
            place = localized("Run this once in a terminal; the key is Ctrl+Alt+J")
        } else {
            line = Self.command
            place = localized("Let a key of your desktop run this")
        }
    }

    static var ofThisDesktop: KeyCommand { KeyCommand(desktop: Environment.value("XDG_CURRENT_DESKTOP") ?? "") }
}

@MainActor
final class KeyCommandRow: SettingRow {
    let root: Widget
    let name = SettingsAction.keyCommand.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.keyCommand.text.shownTitle)

    init(_ command: KeyCommand) {
        root = row.root
        row.status = "\(command.place): \(command.line)"
        row.nameButton(localized("Copy"))
        row.onClick { [weak row] in
            row?.root.copyToClipboard(command.line)
            row?.nameButton(localized("Copied"))
        }
    }

    func show(_ settings: Settings) {}
}
