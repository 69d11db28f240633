// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons beside the microphone: icons, with labels if there is room for all four. With labels, all have the same
// width, so the microphone stays centred.

import GioKit
import GtkKit
import JarvisDesktopKit

@MainActor
final class ActionButtons {
    /// The buttons from left to right, without the microphone between them.
    private(set) var buttons: [Button] = []
    /// Called when the user presses a button, with the pane that it opens.
    var onOpen: (@MainActor (PaneName) -> Void)?
    /// The buttons' size as a multiple of the usual one.
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

    /// The values that determine the width of labelled buttons.
    private struct Measure: Equatable {
        var room: Int
        var factor: Double
        var textScale: Double
    }

    private var parts: [Part] = []
    private var measure: Measure?
    /// The width of a button with its label; nil for icons only.
    private var wanted: Int?
    private var applied: Int??
    private var applying: LoopTimer?

    func make(_ pane: PaneName, icon: String, _ label: String, key: String) -> Button {
        let picture = Image(icon: icon, pixels: DesignTokens.Size.actionIcon)
        let word = Label(label)
        // The button carries the accessible name.
        for part in [picture, word] { part.setRole(.none) }
        word.isVisible = false
        let content = Box(.row, spacing: DesignTokens.Size.actionWordSpacing, [picture, word])
        content.align(horizontal: .center)
        let button = Button(content, accessibleLabel: label)
        button.setTooltip(label, key: keyNames(key))
        button.addClass("action")
        button.align(vertical: .center)
        button.onClick { [weak self] in self?.onOpen?(pane) }
        buttons.append(button)
        parts.append(Part(icon: picture, word: word))
        return button
    }

    /// Shows labels if there is room for the microphone and all labelled buttons. Takes effect after the current
    /// allocation, because sizes must not change during it.
    /// - Parameter room: the width available to microphone and buttons.
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
