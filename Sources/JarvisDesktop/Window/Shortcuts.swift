// SPDX-License-Identifier: GPL-3.0-or-later
// The window's keys and their actions: accelerators, and keys that the window handles itself because text fields and
// buttons use them too.

import JarvisDesktopKit

/// An application action that has a key.
enum ShortcutAction: String, CaseIterable {
    case history = "toggle-history"
    case settings = "toggle-settings"
    case keyboard = "toggle-keyboard"
    case commands = "toggle-commands"
    case shortcuts = "toggle-shortcuts"
    case timers = "toggle-timers"
    case lists = "toggle-lists"
    case notes = "toggle-notes"
    case setup = "toggle-setup"
    case quickSettings = "quick-settings"
    case find, back, mute, retry, compact, call
    case fullScreen = "full-screen"
    case quit

    /// The pane that the action opens or closes; nil for other actions.
    var pane: PaneName? {
        guard rawValue.hasPrefix("toggle-") else { return nil }
        return PaneName(rawValue: String(rawValue.dropFirst("toggle-".count)))
    }
}

enum Shortcuts {
    /// A line of the list.
    struct Shortcut {
        var action: ShortcutAction?
        /// The accelerators that GTK binds to the action ("<Control>h").
        var accelerators: [String] = []
        /// The label on the key caps.
        var cap: String
        var meaning: String

        init(_ action: ShortcutAction, _ accelerators: [String], _ cap: String, _ meaning: String) {
            self.init(cap, meaning)
            self.action = action
            self.accelerators = accelerators
        }

        init(_ cap: String, _ meaning: String) {
            self.cap = keyNames(cap)
            self.meaning = meaning
        }
    }

    /// Keys and gestures with their meanings, grouped for display.
    static var groups: [(title: String, shortcuts: [Shortcut])] {
        [
            (localized("Talking"), talking), (localized("Screens"), screens), (localized("Window"), window),
            (localized("Visualizer"), visualizer), (localized("Mouse, touchpad and touch screen"), gestures),
        ]
    }

    /// Every key bound to an action.
    static var actions: [(action: ShortcutAction, accelerators: [String])] {
        groups.flatMap(\.shortcuts).compactMap { shortcut in shortcut.action.map { ($0, shortcut.accelerators) } }
    }

    private static var talking: [Shortcut] {
        [
            Shortcut(localized("Space"), localized("Talk (hold for long pauses)")),
            Shortcut(
                localized("Esc"),
                localized("Stop speaking or recording, close a screen, leave compact mode")),
            Shortcut("S", localized("Snooze (Esc or Space stops the ringing)")),
            Shortcut(.call, ["<Control>d"], "Ctrl+D", localized("Call, answer or hang up")),
            Shortcut(.mute, ["<Control>m"], "Ctrl+M", localized("Mute or unmute the microphone")),
            Shortcut(.retry, ["<Control>r"], "Ctrl+R", localized("Try again")),
        ]
    }

    private static var screens: [Shortcut] {
        [
            Shortcut(.history, ["<Control>h"], "Ctrl+H", localized("History")),
            Shortcut(.find, ["<Control>f"], "Ctrl+F", localized("Search this screen")),
            Shortcut(.timers, ["<Control>t"], "Ctrl+T", localized("Timers, alarms and reminders")),
            Shortcut(.lists, ["<Control>l"], "Ctrl+L", localized("Lists")),
            Shortcut(.notes, ["<Control>n"], "Ctrl+N", localized("Notes")),
            Shortcut(.settings, ["<Control>comma"], "Ctrl+,", localized("Settings")),
            Shortcut(.quickSettings, ["<Control>period"], "Ctrl+.", localized("Quick settings")),
            Shortcut(.keyboard, ["<Control>k"], "Ctrl+K", localized("Type instead of speaking")),
            Shortcut(localized("↑ ↓ →"), localized("While typing: earlier requests, first suggestion")),
            Shortcut(localized("Shift+Enter"), localized("While typing: new line")),
            Shortcut(.setup, ["<Control><Shift>s"], "Ctrl+Shift+S", localized("Set up JARVIS again")),
            Shortcut(.commands, ["<Control>slash"], "Ctrl+/", localized("What can I say?")),
            Shortcut(.back, ["<Alt>Left"], "Alt+←", localized("Back")),
        ]
    }

    private static var window: [Shortcut] {
        [
            Shortcut(.compact, ["<Control>j"], "Ctrl+J", localized("Toggle compact mode")),
            Shortcut(.fullScreen, ["F11"], "F11", localized("Full screen")),
            Shortcut("Shift+F10", localized("Menu (or the Menu key)")),
            Shortcut(.shortcuts, ["<Control>question"], "Ctrl+?", localized("These shortcuts")),
            Shortcut(.quit, ["<Control>q"], "Ctrl+Q", localized("Quit")),
        ]
    }

    private static var visualizer: [Shortcut] {
        [
            Shortcut("Ctrl++", localized("Larger visualizer")),
            Shortcut("Ctrl+−", localized("Smaller visualizer")),
            Shortcut("Ctrl+0", localized("Normal size and colours")),
            Shortcut("Ctrl+Shift+→", localized("Shift the colours (← shifts back)")),
        ]
    }

    private static var gestures: [Shortcut] {
        [
            Shortcut(localized("Click"), localized("Talk, send or interrupt")),
            Shortcut(localized("Press and hold"), localized("Talk until you let go")),
            Shortcut(localized("Double click"), localized("What can I say?")),
            Shortcut(localized("Right click"), localized("Menu")),
            Shortcut(localized("Swipe or scroll up"), localized("History")),
            Shortcut(localized("Swipe up next to the microphone"), localized("Quick settings")),
            Shortcut(localized("Swipe down"), localized("Compact mode")),
            Shortcut(localized("Swipe right"), localized("Back")),
            Shortcut(localized("Pinch, Ctrl+scroll"), localized("Resize the visualizer")),
            Shortcut(localized("Rotate with two fingers"), localized("Recolour the visualizer")),
        ]
    }
}
