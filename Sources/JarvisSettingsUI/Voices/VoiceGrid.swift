// SPDX-License-Identifier: GPL-3.0-or-later
// Shows all voices as cards; cards exist only near the view.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class VoiceGrid {
    let root: ScrolledWindow

    /// The smallest width of a card while two fit side by side; larger text needs more.
    static var columnWidth: Int { Int(Double(DesignTokens.Voices.cardWidth) * TextScale.current) }

    private let list: RowList<VoiceGridRow>
    private let state: VoiceGridState
    private let items: VoiceGridItems
    private var arranging: LoopTimer?
    /// True if the chosen voice should get the focus once there is a layout.
    private var isEntering = false

    /// The number of rows of cards in view at once.
    private let rowsInView: Int

    init(_ state: VoiceGridState, rowsInView: Int = DesignTokens.Voices.rowsInView) {
        self.state = state
        self.rowsInView = rowsInView
        let items = VoiceGridItems()
        self.items = items
        list = RowList(
            accessibleLabel: localized("Voices"), item: { items.row($0) }, configure: { $0.state = state },
            takesKeyboard: { $0.takeKeyboard() })
        list.addClass("voice-list")
        root = ScrolledWindow(list)
        root.expand(horizontal: true)
        list.onLayout { [weak self] in self?.wasLaidOut() }
        list.enters { [weak self] in
            guard let self else { return nil }
            state.stop = VoiceStop(card: chosenPlace % items.columns)
            return chosenRow
        }
        state.pictures.onPicture = { [weak self] id in
            for row in self?.list.rows ?? [] { row.showPicture(of: id) }
        }
    }

    /// Replaces the voices and scrolls to the chosen one.
    func offer(_ voices: [Voice]) {
        let hadKeyboard = root.containsFocus
        let before = items.count
        items.voices = voices
        list.splice(at: 0, removing: before, inserting: items.count)
        fitHeight()
        show(chosenRow)
        if hadKeyboard { _ = enter() }
    }

    /// Scrolls to the chosen voice.
    func showChosen() { show(chosenRow) }

    /// Updates all cards.
    func update() {
        for row in list.rows { row.update() }
    }

    /// Focuses the chosen voice; in a new list, once it has a size.
    func enter() -> Bool {
        guard items.count > 0 else { return false }
        isEntering = list.width == 0
        return isEntering || list.enter()
    }

    private var chosenPlace: Int { items.voices.firstIndex { $0.id == state.chosen } ?? 0 }
    private var chosenRow: Int { chosenPlace / items.columns }

    private func show(_ row: Int) {
        if items.count > 0 { list.show(at: row) }
    }

    /// Adapts the number of columns to the width. Runs during an allocation.
    private func wasLaidOut() {
        let tokens = DesignTokens.Voices.self
        let fitting = (list.width + tokens.spacing) / (Self.columnWidth + tokens.spacing)
        let columns = max(1, min(tokens.columns, fitting))
        guard list.width > 0, columns != items.columns || isEntering else { return }
        arranging = .once(milliseconds: 0) { [weak self] in self?.arrange(columns) }
    }

    private func arrange(_ columns: Int) {
        let hadKeyboard = root.containsFocus || isEntering
        isEntering = false
        guard columns != items.columns else {
            if hadKeyboard { _ = enter() }
            return
        }
        let before = items.count
        items.columns = columns
        list.splice(at: 0, removing: before, inserting: items.count)
        fitHeight()
        show(chosenRow)
        if hadKeyboard { _ = enter() }
    }

    private func fitHeight() {
        let tokens = DesignTokens.Voices.self
        root.setSizeRequest(height: min(max(items.count, 1), rowsInView) * (tokens.cardHeight + tokens.spacing))
    }
}

/// The voices, arranged in rows.
@MainActor
private final class VoiceGridItems {
    var voices: [Voice] = []
    var columns = DesignTokens.Voices.columns

    /// The number of rows.
    var count: Int { (voices.count + columns - 1) / columns }

    func row(_ position: Int) -> [Voice]? {
        let first = position * columns
        return voices.indices.contains(first) ? Array(voices[first..<min(first + columns, voices.count)]) : nil
    }
}
