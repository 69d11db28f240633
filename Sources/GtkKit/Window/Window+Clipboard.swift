// SPDX-License-Identifier: GPL-3.0-or-later
// What lets a window use the clipboard where the compositor decides about that. Main thread only.

import CGtk
import GioKit

extension Window {
    /// Lets the clipboard know when a key or button is pressed in the window.
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
