// SPDX-License-Identifier: GPL-3.0-or-later
// The chips below the search field: which kinds of messages are shown.

import GtkKit
import JarvisDesktopKit

@MainActor
final class FilterChips {
    let root: Widget
    /// Called when the selected chips have changed.
    var onChange: (@MainActor (Set<MessageFilter>) -> Void)?

    /// Focuses the last chip, which is the one before the list.
    @discardableResult
    func grabFocus() -> Bool { chips.last?.button.grabFocus() ?? false }

    /// Shows the chip for calls, because the history has some.
    func offerCalls() { chips.first { $0.filter == .calls }?.button.isVisible = true }

    private let chips: [(filter: MessageFilter, button: ToggleButton)]

    init() {
        chips = MessageFilter.allCases.map { filter in
            let face = Label(filter.title, classes: ["chip-face"])
            // The clickable area is taller than the visible chip.
            face.align(vertical: .center)
            let button = ToggleButton(face, accessibleLabel: filter.title)
            button.addClass("chip")
            return (filter, button)
        }
        // Hidden until the history has calls, because the filter would find nothing.
        chips.first { $0.filter == .calls }?.button.isVisible = false
        root = WrapBox(spacing: DesignTokens.Panes.chipSpacing, chips.map(\.button))
        root.setRole(.group)
        root.setAccessibleLabel(localized("Show only"))
        for chip in chips {
            // The button must not be kept by its own handler.
            chip.button.onChange { [weak self, weak button = chip.button, title = chip.filter.title] in
                guard let self, let button else { return }
                if button.hasFocus {
                    button.announce(button.isOn ? localized("%1: on", title) : localized("%1: off", title), .change)
                }
                onChange?(Set(chips.filter(\.button.isOn).map(\.filter)))
            }
        }
    }
}
