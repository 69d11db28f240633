// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a window access to the clipboard on compositors that restrict it. Main thread only.

import CGtk
import GioKit

extension Window {
    /// Reports key and button presses in the window to `DisplayClipboard`, which may write to the clipboard only after
    /// one.
    public func permitsClipboard() {
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] _ in
            self?.notePress()
            return false
        }
        add(keys)
        let clicks = ClickGesture(button: 0)
        clicks.captures()
        clicks.onPress { [weak self] _, _, _ in self?.notePress() }
        add(clicks)
        onActiveChange { [weak self] in
            guard let self, !isActive else { return }
            DisplayClipboard.pressedWindows.remove(widget.hashValue)
        }
    }

    private func notePress() { DisplayClipboard.pressedWindows.insert(widget.hashValue) }
}
