// SPDX-License-Identifier: GPL-3.0-or-later
// Labels whose changes matter wherever the keyboard focus is.

package import GtkKit

extension Label {
    /// Shows a text, and has a screen reader say it if it is new.
    package func tell(_ text: String, _ subject: SpokenNote.Subject) {
        guard text != self.text else { return }
        self.text = text
        setAccessibleLabel(text)
        announce(text, subject)
    }
}
