// SPDX-License-Identifier: GPL-3.0-or-later
// A choice among a few values, each described on a card. The cards are radio buttons: a single Tab stop, with arrow
// keys that move the choice.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// A choice whose values each have a description.
protocol DescribedChoice: TitledChoice {
    /// The description in the user's language.
    var detail: String { get }
}

@MainActor
final class ChoiceCardsRow<Value: DescribedChoice>: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { cards.control }

    private let cards: ChoiceCards<Value>
    private let text: RowText
    private let read: @Sendable (Settings) -> Value
    private let pictures: [ThemePicture]

    /// - Parameters:
    ///   - columns: the most cards side by side.
    ///   - picture: returns an illustration of a value, placed above its words.
    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Value> & Sendable, columns: Int = 2,
        picture: ((Value) -> ThemePicture)? = nil
    ) {
        let setting = SettingDescriptor.of(path)
        name = setting.key
        let pictures = picture.map { Value.allCases.map($0) } ?? []
        self.pictures = pictures
        cards = ChoiceCards(setting.text.shownTitle, columns: columns, pictures: pictures.map(\.root))
        text = RowText(setting, model, cards.control)
        read = { $0[keyPath: path] }
        let row = Box(.column, spacing: DesignTokens.Hearing.choiceSpacing, [text.root, cards.root])
        row.addClass("setting-row")
        root = row
        cards.onChoose = { [weak model] value in
            guard let model, model.current[keyPath: path] != value else { return }
            model.change { $0[keyPath: path] = value }
        }
        cards.show(read(model.current))
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        cards.show(read(settings))
        for picture in pictures { picture.show(settings) }
    }

    func finish() {
        for picture in pictures { picture.finish() }
    }
}

/// The cards of a choice.
@MainActor
final class ChoiceCards<Value: DescribedChoice> {
    let root: Widget
    /// The chosen card, which is the only Tab stop.
    var control: Widget { cards[chosen].button }
    /// Called when the user has chosen a value.
    var onChoose: (@MainActor (Value) -> Void)?

    private let cards: [ChoiceCard]
    private let values = Array(Value.allCases)
    private var chosen = 0

    /// - Parameters:
    ///   - title: the name of the choice, for screen readers.
    ///   - columns: the most cards side by side.
    ///   - pictures: an illustration for each value, placed above its words; empty for none.
    init(_ title: String, columns: Int, pictures: [Widget] = []) {
        let values = Array(Value.allCases)
        cards = values.enumerated().map { place, value in
            ChoiceCard(value.title, value.detail, pictures.isEmpty ? nil : pictures[place], of: title)
        }
        let tokens = DesignTokens.Hearing.self
        // Larger text needs wider cards, or words would break in the middle.
        let width = Double(columns > 2 ? tokens.slimChoiceWidth : tokens.choiceWidth) * TextScale.current
        let grid = AdaptiveGrid(columnWidth: Int(width), maximumColumns: columns, spacing: tokens.choiceSpacing)
        grid.setRole(.radioGroup)
        grid.setAccessibleLabel(title)
        for card in cards { grid.append(card.button) }
        root = grid
        for (place, card) in cards.enumerated() {
            card.button.onClick { [weak self] in self?.take(place) }
        }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.take($0) ?? false }
        grid.add(keys)
        mark(0)
    }

    func show(_ value: Value) { mark(values.firstIndex(of: value) ?? 0) }

    private func take(_ place: Int) {
        mark(place)
        onChoose?(values[place])
    }

    private func take(_ press: KeyPress) -> Bool {
        guard press.isPlain else { return false }
        let forward = root.isRightToLeft ? KeyPress.left : KeyPress.right
        let backward = root.isRightToLeft ? KeyPress.right : KeyPress.left
        let next: Int
        switch press.key {
        case forward, KeyPress.down: next = (chosen + 1) % cards.count
        case backward, KeyPress.up: next = (chosen + cards.count - 1) % cards.count
        case KeyPress.home: next = 0
        case KeyPress.end: next = cards.count - 1
        default: return false
        }
        // The old card must stay focusable until the next one has the focus.
        cards[next].button.isFocusable = true
        cards[next].button.grabFocus()
        take(next)
        return true
    }

    private func mark(_ place: Int) {
        let hasKeyboard = cards[chosen].button.hasFocus
        chosen = place
        cards[place].button.isFocusable = true
        if hasKeyboard { cards[place].button.grabFocus() }
        for (index, card) in cards.enumerated() { card.mark(index == place) }
    }
}

/// A card with a ring that is filled while the card is selected.
@MainActor
private final class ChoiceCard {
    let button: Button

    init(_ title: String, _ detail: String, _ picture: Widget?, of setting: String) {
        let (heading, line) = (Label(title, classes: ["choice-title"]), Label(detail, classes: ["setting-detail"]))
        for label in [heading, line] {
            label.setTextAlignment(0)
            label.wraps()
            label.setRole(.none)
        }
        let ring = Box(.row, [])
        ring.addClass("choice-ring")
        ring.setSizeRequest(width: DesignTokens.Hearing.dot, height: DesignTokens.Hearing.dot)
        ring.align(vertical: .start)
        ring.setRole(.none)
        let words = Box(.column, spacing: 4, [heading, line])
        words.expand(horizontal: true)
        let row = Box(.row, spacing: 12, [ring, words])
        let face = picture.map { Box(.column, spacing: 12, [$0, row]) }
        button = Button(face ?? row, accessibleLabel: "\(setting): \(title)")
        button.setRole(.radio)
        button.setAccessibleDescription(detail)
        button.addClass("choice-card")
    }

    func mark(_ isChosen: Bool) {
        button.setClass("selected", isChosen)
        button.setAccessiblyChecked(isChosen)
        button.isFocusable = isChosen
    }
}

extension DetectionMode: DescribedChoice {
    var detail: String {
        switch self {
        case .disabled: localized("Listens only when you press the microphone")
        case .pushToTalk: localized("Tap to start, tap again when you're done")
        case .auto: localized("Speak any time, and pause when you're done")
        case .autoHold: localized("Like automatic, but hold the microphone for long pauses")
        }
    }
}

extension EndPatience: DescribedChoice {
    var detail: String {
        switch self {
        case .quick: localized("Answers after short pauses")
        case .normal: localized("Waits for normal pauses")
        case .relaxed: localized("Waits longer, so you can take your time")
        }
    }
}

extension ThemeChoice: DescribedChoice {
    var detail: String {
        switch self {
        case .dark: localized("Softer colours, for dark rooms")
        case .light: localized("Bright, for daylight")
        case .auto: localized("Light or dark, like the desktop")
        case .custom: localized("Your own three colours")
        }
    }
}
