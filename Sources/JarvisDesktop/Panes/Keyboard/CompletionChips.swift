// SPDX-License-Identifier: GPL-3.0-or-later
// Completions of the typed text, as chips above the field.

import GtkKit
import JarvisDesktopKit

@MainActor
final class CompletionChips {
    static let most = 3

    let root: Widget
    /// Called when the user has chosen a completion.
    var onChoose: (@MainActor (String) -> Void)?
    private(set) var phrases: [String] = []

    private let chips: [(button: Button, face: Label)]

    init() {
        chips = (0..<Self.most).map { _ in
            let face = Label("", classes: ["chip-face"])
            // The clickable area is taller than the visible chip.
            face.align(vertical: .center)
            let button = Button(face, accessibleLabel: "")
            button.addClass("chip")
            button.isVisible = false
            return (button, face)
        }
        root = WrapBox(spacing: DesignTokens.Panes.chipSpacing, chips.map(\.button))
        root.setRole(.group)
        root.setAccessibleLabel(localized("Suggestions"))
        for (place, chip) in chips.enumerated() {
            chip.button.onClick { [weak self] in
                guard let self, phrases.indices.contains(place) else { return }
                onChoose?(phrases[place])
            }
        }
    }

    /// Shows the first three of these completions.
    func show(_ phrases: [String]) {
        guard phrases != self.phrases else { return }
        self.phrases = phrases
        for (place, chip) in chips.enumerated() {
            let phrase = phrases.indices.contains(place) ? phrases[place] : nil
            chip.button.isVisible = phrase != nil
            guard let phrase else { continue }
            chip.face.text = phrase
            chip.button.setAccessibleLabel(localized("Complete to “%1”", phrase))
        }
    }
}
