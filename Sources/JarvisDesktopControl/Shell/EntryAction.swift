// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which of the application's actions any program on the bus may use.

/// Sorts actions by the permission that they need.
public enum EntryAction {
    private static let panes: Set<String> = [
        "history", "settings", "keyboard", "commands", "shortcuts", "timers", "lists", "notes", "setup",
    ]

    /// True if the action only shows something: a pane, with a place in it after a colon, or a widget.
    public static func isShowing(_ action: String) -> Bool {
        let name = action.prefix { $0 != ":" }
        return panes.contains(String(name)) || name.hasPrefix("widget-")
    }

    /// True if the action mutes JARVIS, which any program may do. Over the bus it doesn't toggle: twice is the same as
    /// once.
    public static func isMuting(_ action: String) -> Bool { action == "mute" }
}
