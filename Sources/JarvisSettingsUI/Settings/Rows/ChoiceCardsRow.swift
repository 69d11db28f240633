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
    var control: Widget { cards[chosen].button }

    private let cards: [ChoiceCard]
    private let values = Array(Value.allCases)
    private let text: RowText
    private let choose: @MainActor (Value) -> Void
    private let read: @Sendable (Settings) -> Value
    private let pictures: [ThemePicture]
    private var chosen = 0

    /// - Parameters:
    ///   - columns: the most cards side by side.
    ///   - picture: returns an illustration of a value, placed above its words.
    init(
        _ model: SettingsModel, _ path: any WritableKeyPath<Settings, Value> & Sendable, columns: Int = 2,
        picture: ((Value) -> ThemePicture)? = nil
    ) {
        let setting = SettingDescriptor.of(path)
        name = setting.key
        let title = setting.text.shownTitle
        let values = Array(Value.allCases)
        let pictures = picture.map { values.map($0) } ?? []
        self.pictures = pictures
        cards = values.enumerated().map { place, value in
            ChoiceCard(value.title, value.detail, pictures.isEmpty ? nil : pictures[place].root, of: title)
        }
        text = RowText(setting, model, cards[0].button)
        read = { $0[keyPath: path] }
        choose = { [weak model] value in
            guard let model, model.current[keyPath: path] != value else { return }
            model.change { $0[keyPath: path] = value }
        }
        let tokens = DesignTokens.Hearing.self
        // Larger text needs wider cards, or words would break in the middle.
        let width = Double(columns > 2 ? tokens.slimChoiceWidth : tokens.choiceWidth) * TextScale.current
        let grid = AdaptiveGrid(columnWidth: Int(width), maximumColumns: columns, spacing: tokens.choiceSpacing)
        grid.setRole(.radioGroup)
        grid.setAccessibleLabel(title)
        for card in cards { grid.append(card.button) }
        let row = Box(.column, spacing: tokens.choiceSpacing, [text.root, grid])
        row.addClass("setting-row")
        root = row
        for (place, card) in cards.enumerated() {
            card.button.onClick { [weak self] in self?.take(place) }
        }
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.take($0) ?? false }
        grid.add(keys)
        mark(values.firstIndex(of: model.current[keyPath: path]) ?? 0)
    }

    func show(_ settings: Settings) {
        text.show(settings, on: root)
        mark(values.firstIndex(of: read(settings)) ?? 0)
        for picture in pictures { picture.show(settings) }
    }

    func finish() {
        for picture in pictures { picture.finish() }
    }

    private func take(_ place: Int) {
        mark(place)
        choose(values[place])
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
        case .disabled: localized("Hears nothing until you press the microphone")
        case .pushToTalk: localized("Tap to begin, and tap again when you are done")
        case .auto: localized("Speak at any time; a pause ends it")
        case .autoHold: localized("As automatic; hold the microphone through long pauses")
        }
    }
}

extension EndPatience: DescribedChoice {
    var detail: String {
        switch self {
        case .quick: localized("Answers after short pauses")
        case .normal: localized("Waits as long as most people pause")
        case .relaxed: localized("Waits longer, for those who take their time")
        }
    }
}

extension ThemeChoice: DescribedChoice {
    var detail: String {
        switch self {
        case .dark: localized("Softer colours, for dark rooms")
        case .auto: localized("As dark or as bright as the desktop")
        case .custom: localized("Your own three colours, at full strength")
        }
    }
}
