// SPDX-License-Identifier: GPL-3.0-or-later
// Space and Esc, which no accelerator can carry: Space is also a character and the key of focused buttons.

import GtkKit

@MainActor
final class WindowKeys {
    private let controller = KeyController()

    /// - Parameters:
    ///   - isBlocked: true while a pane is open: Space then belongs to it.
    init(
        _ window: Window, _ press: PressTracker, escape: @escaping @MainActor () -> Void,
        isBlocked: @escaping @MainActor () -> Bool
    ) {
        controller.captures()
        controller.onPress { [weak window] key in
            guard let window else { return false }
            if key.key == KeyPress.escape && key.isPlain {
                escape()
                return true
            }
            guard key.key == KeyPress.space, key.isPlain, !isBlocked(), !Self.isTaken(window) else { return false }
            press.begin()
            return true
        }
        controller.onRelease { [weak press] key in
            if key.key == KeyPress.space { press?.end() }
        }
        window.add(controller)
        window.onActiveChange { [weak window, weak press] in
            // The release goes to another window.
            if window?.isActive == false { press?.cancel() }
        }
    }

    /// Space types into a text, or presses the focused button that is not the microphone.
    private static func isTaken(_ window: Window) -> Bool {
        guard let focus = window.focusWidget else { return false }
        return window.isTextFocused || (window.isButtonFocused && !focus.hasClass("microphone"))
    }
}
