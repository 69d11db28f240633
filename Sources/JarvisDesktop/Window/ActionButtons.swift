// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons beside the microphone: icons, and their words beside them where there is room for all four. They have one
// width then, so that the microphone stays in the middle.

import GioKit
import GtkKit

@MainActor
final class ActionButtons {
    /// Outermost left to outermost right, without the microphone.
    private(set) var buttons: [Button] = []
    /// A button asks for its pane.
    var onOpen: (@MainActor (PaneName) -> Void)?
    /// The buttons' size, as a share of the usual one.
    var factor = 1.0 {
        didSet {
            for part in parts { part.icon.setSize(pixels: iconSize) }
            applied = nil
        }
    }

    private struct Part {
        var icon: Image
        var word: Label
    }

    /// What the width of the buttons with words depends on.
    private struct Measure: Equatable {
        var room: Int
        var factor: Double
        var textScale: Double
    }

    private var parts: [Part] = []
    private var measure: Measure?
    /// The width of a button with its word; nil without words.
    private var wanted: Int?
    private var applied: Int??
    private var applying: LoopTimer?

    func make(_ pane: PaneName, icon: String, _ label: String, key: String) -> Button {
        let picture = Image(icon: icon, pixels: DesignTokens.Size.actionIcon)
        let word = Label(label)
        // The button has the name.
        for part in [picture, word] { part.setRole(.none) }
        word.isVisible = false
        let content = Box(.row, spacing: DesignTokens.Size.actionWordSpacing, [picture, word])
        content.align(horizontal: .center)
        let button = Button(content, accessibleLabel: label)
        button.setTooltip("\(label) (\(key))")
        button.addClass("action")
        button.align(vertical: .center)
        button.onClick { [weak self] in self?.onOpen?(pane) }
        buttons.append(button)
        parts.append(Part(icon: picture, word: word))
        return button
    }

    /// Shows words where there is room for the microphone and all buttons with them. Sizes must not change within an
    /// allocation: they do when it is over.
    /// - Parameter room: the width for all of them.
    func fit(room: Int) {
        let measure = Measure(room: room, factor: factor, textScale: TextScale.current)
        guard measure != self.measure else { return }
        self.measure = measure
        wanted = width(in: room)
        guard applied != .some(wanted) else { return }
        applying = .once(milliseconds: 0) { [weak self] in self?.apply() }
    }

    private var iconSize: Int { Int(Double(DesignTokens.Size.actionIcon) * factor) }

    private func width(in room: Int) -> Int? {
        guard room >= DesignTokens.Layout.wordsWidth else { return nil }
        let text = zip(buttons, parts).map { $0.width(of: $1.word.text) }.max() ?? 0
        let size = DesignTokens.Size.self
        let own = iconSize + size.actionWordSpacing + text + 2 * size.actionWordPadding
        let microphone = Int(Double(size.microphoneArea) * factor)
        let all = buttons.count * (own + size.actionSpacing) + microphone
        return all <= room ? own : nil
    }

    private func apply() {
        applied = .some(wanted)
        for (button, part) in zip(buttons, parts) {
            part.word.isVisible = wanted != nil
            button.setSizeRequest(width: wanted ?? -1)
        }
    }
}
