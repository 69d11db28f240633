// SPDX-License-Identifier: GPL-3.0-or-later
// All voices as cards, of which only those near the view exist.

import GioKit
import GtkKit
import JarvisCore

@MainActor
final class VoiceGrid {
    let root: ScrolledWindow

    /// Least width of a card while two stand beside each other: larger text needs more.
    static var columnWidth: Int { Int(Double(DesignTokens.Voices.cardWidth) * TextScale.current) }

    private let list: RowList<VoiceGridRow>
    private let state: VoiceGridState
    private let items: VoiceGridItems
    private var arranging: LoopTimer?
    /// The keyboard is to come to the chosen voice once there is a layout.
    private var isEntering = false

    init(_ state: VoiceGridState) {
        self.state = state
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

    /// Shows other voices, from the chosen one on.
    func offer(_ voices: [Voice]) {
        let hadKeyboard = root.containsFocus
        let before = items.count
        items.voices = voices
        list.splice(at: 0, removing: before, inserting: items.count)
        fitHeight()
        show(chosenRow)
        if hadKeyboard { _ = enter() }
    }

    /// Shows what has changed about the voices.
    func update() {
        for row in list.rows { row.update() }
    }

    /// Gives the keyboard to the chosen voice; a list that has just been made does that once it has a size.
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

    /// Another width may have room for another number of columns. This happens in the middle of an allocation.
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
        root.setSizeRequest(height: min(max(items.count, 1), tokens.rowsInView) * (tokens.cardHeight + tokens.spacing))
    }
}

/// The voices in rows.
@MainActor
private final class VoiceGridItems {
    var voices: [Voice] = []
    var columns = DesignTokens.Voices.columns

    /// Rows.
    var count: Int { (voices.count + columns - 1) / columns }

    func row(_ position: Int) -> [Voice]? {
        let first = position * columns
        return voices.indices.contains(first) ? Array(voices[first..<min(first + columns, voices.count)]) : nil
    }
}
