// SPDX-License-Identifier: GPL-3.0-or-later
// What can be said that begins like what is being typed, as chips above the field.

import GtkKit

@MainActor
final class CompletionChips {
    static let most = 3

    let root: Widget
    /// One was chosen.
    var onChoose: (@MainActor (String) -> Void)?
    private(set) var phrases: [String] = []

    private let chips: [(button: Button, face: Label)]

    init() {
        chips = (0..<Self.most).map { _ in
            let face = Label("", classes: ["chip-face"])
            // What can be hit is higher than what is seen.
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

    /// Shows these, at most three.
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
