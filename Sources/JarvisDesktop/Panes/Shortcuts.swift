// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of the window: what they are bound to, and how the shortcuts pane lists them.

enum Shortcuts {
    /// Accelerators of the panes.
    static let panes: [(PaneName, [String])] = [
        (.history, ["<Control>h"]), (.settings, ["<Control>comma"]), (.keyboard, ["<Control>k"]),
        (.commands, ["<Control>slash"]), (.shortcuts, ["<Control>question"]),
    ]

    /// Keys with what they do, grouped as they are shown.
    static var list: [(title: String, keys: [(key: String, meaning: String)])] {
        [
            (
                localized("Talking"),
                [
                    (localized("Space"), localized("Talk; hold to keep the microphone open")),
                    (localized("Esc"), localized("Stop, cancel, or close what is open")),
                    ("Ctrl+M", localized("Mute or unmute the microphone")),
                ]
            ),
            (
                localized("Screens"),
                [
                    ("Ctrl+H", localized("History")), ("Ctrl+F", localized("Search the history")),
                    ("Ctrl+,", localized("Settings")), ("Ctrl+K", localized("Type instead of speaking")),
                    ("Ctrl+/", localized("What can I say?")), ("Alt+←", localized("Back")),
                ]
            ),
            (
                localized("Window"),
                [
                    ("F11", localized("Full screen")), ("Ctrl+?", localized("These shortcuts")),
                    ("Ctrl+Q", localized("Quit")),
                ]
            ),
        ]
    }
}
