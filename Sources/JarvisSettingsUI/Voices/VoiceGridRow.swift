// SPDX-License-Identifier: GPL-3.0-or-later
// A row of voice cards, as many as fit side by side. The arrow keys move between cards and their buttons.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// A language that a voice can be set for, and whether it is.
struct VoiceLanguage: Equatable {
    var name: String
    var isTaken: Bool
}

/// State that the rows share with the grid.
@MainActor
final class VoiceGridState {
    let setting: String
    let pictures: VoicePictures
    var chosen = ""
    /// The voice being played, and the share of it that has been heard.
    var playing: (id: String, heard: @MainActor () -> Double?)?
    var onChoose: (@MainActor (Voice) -> Void)?
    var onHear: (@MainActor (Voice) -> Void)?
    /// Called when the user sets a voice for its language, or clears that.
    var onSpeak: (@MainActor (Voice) -> Void)?
    /// A voice that isn't installed, among the others.
    var download: VoiceDownload?
    /// Returns the other language that this voice can be set for, in addition to the main voice; nil for none.
    var language: (@MainActor (Voice) -> VoiceLanguage?)?
    /// The card and button that had the focus last.
    var stop = VoiceStop()

    init(_ setting: String, _ pictures: VoicePictures) {
        self.setting = setting
        self.pictures = pictures
    }
}

/// A position in a row that can have the focus.
struct VoiceStop: Equatable {
    var card = 0
    var button = 0
}

@MainActor
final class VoiceGridRow: ListRow {
    let root: Widget
    var state: VoiceGridState?

    private let cards = [VoiceCard(), VoiceCard()]
    private var voices: [Voice] = []

    init() {
        let tokens = DesignTokens.Voices.self
        let grid = AdaptiveGrid(
            columnWidth: VoiceGrid.columnWidth, maximumColumns: tokens.columns, spacing: tokens.spacing)
        for card in cards { grid.append(card.root) }
        // Leave room for the glow around the chosen card.
        grid.margins(
            top: tokens.glow, bottom: tokens.spacing - tokens.glow, start: tokens.glow, end: tokens.glow)
        root = grid
        for (place, card) in cards.enumerated() {
            card.choose.onClick { [weak self] in self?.act(place) { $0.onChoose } }
            card.hear.onClick { [weak self] in self?.act(place) { $0.onHear } }
            card.speak.onClick { [weak self] in self?.act(place) { $0.onSpeak } }
            card.get.onClick { [weak self] in self?.state?.download?.begin() }
        }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.take($0) ?? false }
        grid.add(keys)
    }

    func bind(_ item: [Voice], width: Int) {
        voices = item
        for (place, card) in cards.enumerated() {
            card.root.isVisible = item.indices.contains(place)
            if item.indices.contains(place), let state {
                card.show(item[place], of: state.setting)
                state.pictures.want(item[place])
            }
        }
        update()
    }

    func unbind() {
        voices = []
        for card in cards { card.rest() }
    }

    /// Updates the cards of its voices.
    func update() {
        guard let state else { return }
        for (voice, card) in zip(voices, cards) {
            card.mark(isChosen: voice.id == state.chosen)
            card.mark(voice, language: state.language?(voice))
            card.mark(voice, heard: state.playing?.id == voice.id ? state.playing?.heard : nil)
            card.mark(download: state.download.flatMap { $0.offer?.voice.id == voice.id ? $0 : nil })
            card.show(state.pictures.bars(voice.id))
        }
    }

    func showPicture(of id: String) {
        guard let place = voices.firstIndex(where: { $0.id == id }) else { return }
        cards[place].show(state?.pictures.bars(id))
    }

    /// Takes the focus at the position that had it in the previous row.
    func takeKeyboard() -> Bool {
        let stop = state?.stop ?? VoiceStop()
        // In a row with fewer cards, take the last one; on a card with fewer buttons, its last one.
        guard let last = stops.map(\.place.card).max() else { return false }
        let card = stops.filter { $0.place.card == min(stop.card, last) }
        return (card.last { $0.place.button <= stop.button } ?? card.first)?.button.grabFocus() ?? false
    }

    private var stops: [(place: VoiceStop, button: Button)] {
        zip(voices, cards).enumerated().flatMap { number, pair in
            let buttons = [pair.1.choose, pair.1.hear, pair.1.speak, pair.1.get].filter(\.isVisible)
            return buttons.enumerated().map { (VoiceStop(card: number, button: $0), $1) }
        }
    }

    private func act(_ place: Int, _ handler: (VoiceGridState) -> (@MainActor (Voice) -> Void)?) {
        guard voices.indices.contains(place), let state else { return }
        handler(state)?(voices[place])
    }

    private func take(_ press: KeyPress) -> Bool {
        guard press.isPlain else { return false }
        let stops = stops
        guard let place = stops.firstIndex(where: \.button.hasFocus) else { return false }
        // Up and down belong to the list, which then focuses the same position in another row.
        state?.stop = stops[place].place
        let forward = root.isRightToLeft ? KeyPress.left : KeyPress.right
        let backward = root.isRightToLeft ? KeyPress.right : KeyPress.left
        switch press.key {
        case forward: go(to: place + 1, of: stops)
        case backward: go(to: place - 1, of: stops)
        default: return false
        }
        return true
    }

    private func go(to place: Int, of stops: [(place: VoiceStop, button: Button)]) {
        guard stops.indices.contains(place) else { return }
        state?.stop = stops[place].place
        stops[place].button.grabFocus()
    }
}
