// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the command to bind to a global shortcut, in the syntax of the current desktop. For desktops whose portal
// offers no global shortcuts.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

/// The command to bind, and where the desktop expects it.
struct KeyCommand: Equatable {
    /// A line for a configuration file, or a command for a terminal or a field in the desktop's settings.
    let line: String
    /// Where the line belongs, as a sentence.
    let place: String

    private static let command = "jarvis listen --toggle"

    /// - Parameter desktop: the names of the current desktop, separated by colons as in `XDG_CURRENT_DESKTOP`.
    init(desktop: String) {
        let names = desktop.lowercased().split(separator: ":")
        func isOne(of wanted: Set<String>) -> Bool { names.contains { wanted.contains(String($0)) } }
        if isOne(of: ["gnome", "unity", "budgie"]) {
            line = Self.command
            place = localized("Add a command in Settings → Keyboard → Custom Shortcuts")
        } else if isOne(of: ["kde"]) {
            line = Self.command
            place = localized("Add a command in System Settings → Shortcuts → Add New → Command")
        } else if isOne(of: ["sway", "i3"]) {
            line = "bindsym Mod4+j exec \(Self.command)"
            place = localized("Add this line to the configuration file")
        } else if isOne(of: ["hyprland"]) {
            line = "bind = SUPER, J, exec, \(Self.command)"
            place = localized("Add this line to the configuration file")
        } else if isOne(of: ["xfce"]) {
            line =
                "xfconf-query -c xfce4-keyboard-shortcuts -p '/commands/custom/<Primary><Alt>j' -n -t string"
                + " -s '\(Self.command)'"
            place = localized("Run this once in a terminal to use Ctrl+Alt+J")
        } else {
            line = Self.command
            place = localized("Bind this command to a global shortcut")
        }
    }

    static var ofThisDesktop: KeyCommand { KeyCommand(desktop: Environment.value("XDG_CURRENT_DESKTOP") ?? "") }

    /// - Parameter lacksKeys: true if the user wants a global shortcut but the desktop offers none.
    func status(lacksKeys: Bool) -> String {
        let usual = "\(place): \(line)"
        return lacksKeys ? localized("This desktop doesn't offer shortcuts you can hold.") + " " + usual : usual
    }
}

@MainActor
final class KeyCommandRow: SettingRow {
    let root: Widget
    let name = SettingsAction.keyCommand.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.keyCommand.text.shownTitle)
    private let command: KeyCommand
    private let hasKeys: @MainActor () async -> Bool
    private var asking: Task<Void, Never>?

    /// - Parameter hasKeys: returns true if the desktop offers global shortcuts.
    init(_ command: KeyCommand, hasKeys: @escaping @MainActor () async -> Bool = KeyCommandRow.hasPortal) {
        self.command = command
        self.hasKeys = hasKeys
        root = row.root
        row.status = command.status(lacksKeys: false)
        row.nameButton(localized("Copy"))
        row.onClick { [weak row] in
            row?.root.copyToClipboard(command.line)
            row?.nameButton(localized("Copied"))
        }
    }

    isolated deinit {
        asking?.cancel()
    }

    func show(_ settings: Settings) {
        asking?.cancel()
        asking = Task { [weak self, hasKeys] in
            let lacksKeys = settings.hasGlobalKey ? await !hasKeys() : false
            if !Task.isCancelled, let self { row.status = command.status(lacksKeys: lacksKeys) }
        }
    }

    private static func hasPortal() async -> Bool {
        guard let connection = try? await BusConnection.open(.session) else { return false }
        let version = await connection.property(
            "version", "org.freedesktop.portal.GlobalShortcuts", of: DesktopPortal.name, path: DesktopPortal.path)
        return version != nil
    }
}
