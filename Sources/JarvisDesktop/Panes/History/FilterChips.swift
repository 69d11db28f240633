// SPDX-License-Identifier: GPL-3.0-or-later
// The chips below the search field: what kinds of messages are shown.

import GtkKit

@MainActor
final class FilterChips {
    let root: Widget
    /// The chips that are on have changed.
    var onChange: (@MainActor (Set<MessageFilter>) -> Void)?

    /// The one before the list.
    @discardableResult
    func grabFocus() -> Bool { chips.last?.button.grabFocus() ?? false }

    /// Shows the chip for calls: there are some.
    func offerCalls() { chips.first { $0.filter == .calls }?.button.isVisible = true }

    private let chips: [(filter: MessageFilter, button: ToggleButton)]

    init() {
        chips = MessageFilter.allCases.map { filter in
            let face = Label(filter.title, classes: ["chip-face"])
            // What can be hit is higher than what is seen.
            face.align(vertical: .center)
            let button = ToggleButton(face, accessibleLabel: filter.title)
            button.addClass("chip")
            return (filter, button)
        }
        // Until there are any; nothing finds what is not there.
        chips.first { $0.filter == .calls }?.button.isVisible = false
        root = WrapBox(spacing: DesignTokens.Panes.chipSpacing, chips.map(\.button))
        root.setRole(.group)
        root.setAccessibleLabel(localized("Show only"))
        for chip in chips {
            chip.button.onChange { [weak self] in
                guard let self else { return }
                onChange?(Set(chips.filter(\.button.isOn).map(\.filter)))
            }
        }
    }
}
