// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of the application that others on the bus can name, and which of them anybody may.

/// What an action does, as far as it matters who asks for it.
public enum EntryAction {
    private static let panes: Set<String> = [
        "history", "settings", "keyboard", "commands", "shortcuts", "timers", "lists", "setup",
    ]

    /// True where it only shows something: a screen, with a place in it after a colon, or a widget.
    public static func isShowing(_ action: String) -> Bool {
        let name = action.prefix { $0 != ":" }
        return panes.contains(String(name)) || name.hasPrefix("widget-")
    }

    /// True where it makes JARVIS deaf, which anybody may. Asked for over the bus it does not switch: twice is once.
    public static func isMuting(_ action: String) -> Bool { action == "mute" }
}
