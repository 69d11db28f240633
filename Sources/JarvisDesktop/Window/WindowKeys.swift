// SPDX-License-Identifier: GPL-3.0-or-later
// Handles the keys that can't be accelerators, because text fields, buttons and lists use them too.

import GtkKit
import JarvisDesktopKit

/// The meaning of a key on the main screen.
enum WindowKey: Equatable {
    case escape, talk, snooze, menu, larger, smaller, normal, turnForward, turnBack

    init?(_ key: KeyPress) {
        if key.opensMenu {
            self = .menu
        } else if key.isPlain {
            switch key.key {
            case KeyPress.escape: self = .escape
            case KeyPress.space: self = .talk
            case KeyPress.letterS: self = .snooze
            default: return nil
            }
        } else if key.isControlDown && !key.isAltDown {
            self.init(withControl: key)
        } else {
            return nil
        }
    }

    /// Ignores Shift for "+", which needs it on some keyboards but not on others.
    private init?(withControl key: KeyPress) {
        if KeyPress.plus.contains(key.key) {
            self = .larger
        } else if KeyPress.minus.contains(key.key) {
            self = .smaller
        } else if KeyPress.zero.contains(key.key) {
            self = .normal
        } else if key.isShiftDown && key.key == KeyPress.right {
            self = .turnForward
        } else if key.isShiftDown && key.key == KeyPress.left {
            self = .turnBack
        } else {
            return nil
        }
    }
}

@MainActor
final class WindowKeys {
    private let controller = KeyController()

    /// - Parameters:
    ///   - isBlocked: returns true while a pane or a menu is open, which then gets every key except Esc.
    ///   - isRinging: returns true while the snooze key has an effect.
    ///   - onTab: called when a key moves the focus.
    ///   - handle: called for every key except the talk key.
    init(
        _ window: Window, _ press: PressTracker, isBlocked: @escaping @MainActor () -> Bool,
        isRinging: @escaping @MainActor () -> Bool,
        onTab: @escaping @MainActor () -> Void,
        handle: @escaping @MainActor (WindowKey) -> Void
    ) {
        controller.captures()
        controller.onPress { [weak window] pressed in
            if KeyPress.tabs.contains(pressed.key) { onTab() }
            guard let window, let key = WindowKey(pressed) else { return false }
            guard key == .escape || !isBlocked() else { return false }
            if key == .snooze {
                guard isRinging(), !window.isTextFocused else { return false }
            }
            if key == .talk {
                guard !Self.isTaken(window) else { return false }
                press.begin()
            } else {
                handle(key)
            }
            return true
        }
        controller.onRelease { [weak press] key in
            if key.key == KeyPress.space { press?.end() }
        }
        window.add(controller)
        window.onActiveChange { [weak window, weak press] in
            // Another window would get the release, so end the hold.
            if window?.isActive == false { press?.cancel() }
        }
    }

    /// True if Space belongs to the focused widget: a text field, or a button other than the talk button.
    private static func isTaken(_ window: Window) -> Bool {
        guard let focus = window.focusWidget else { return false }
        return window.isTextFocused
            || (window.isButtonFocused && !focus.hasClass("microphone") && !focus.hasClass("talk"))
    }
}
