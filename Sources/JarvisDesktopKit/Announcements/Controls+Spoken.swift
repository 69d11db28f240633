// SPDX-License-Identifier: GPL-3.0-or-later
// Controls whose state GTK 4.8 doesn't pass on to screen readers: here it is part of a name, or is announced.

package import GtkKit

extension Widget {
    /// True while a screen reader runs.
    package var hasScreenReader: Bool { windowHasClass("screen-reader") }
}

extension Switch {
    /// Announces each change that the user makes.
    /// - Parameter name: What is switched.
    package func announcesChanges(of name: String) {
        onChange { [weak self] isOn in
            guard let self, hasFocus else { return }
            announce(isOn ? localized("%1: on", name) : localized("%1: off", name), .change)
        }
    }
}

extension Scale {
    /// Names the slider, for a screen reader with its value: one reads the number without its unit, and no changes.
    package func name(_ name: String, value: String) {
        setAccessibleLabel(hasScreenReader ? localized("%1: %2", name, value) : name)
    }
}
