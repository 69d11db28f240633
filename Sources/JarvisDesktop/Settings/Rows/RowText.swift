// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a row: what the setting is called and what it does, as the table has it, and a way back to the default.

import GtkKit
import JarvisCore

extension SettingText {
    /// The title in the user's language.
    var shownTitle: String { localized(title) }
    /// What it does, in the user's language.
    var shownHelp: String { localized(help) }
    /// Other words for it, in the user's language.
    var shownWords: String { words.isEmpty ? "" : localized(words) }
}

/// Title over detail; below them a button that puts a changed setting back.
@MainActor
final class RowText {
    /// All of it.
    let root: Box
    /// Title and detail alone.
    let words: Box
    let detail: Label
    let title: String
    let help: String

    private let setting: SettingDescriptor
    private let model: SettingsModel
    private let control: Widget
    /// Most settings are never changed: it is made when it is needed.
    private var button: Button?

    /// - Parameter control: gets the keyboard when the button goes.
    init(_ setting: SettingDescriptor, _ model: SettingsModel, _ control: Widget) {
        self.setting = setting
        self.model = model
        self.control = control
        title = setting.text.shownTitle
        help = setting.text.shownHelp
        let heading = Label(title, classes: ["setting-title"])
        detail = Label(help, classes: ["setting-detail"])
        for label in [heading, detail] {
            label.setTextAlignment(0)
            label.wraps()
            label.wantsOneLine()
        }
        words = Box(.column, spacing: 2, [heading, detail])
        words.addClass("setting-words")
        root = Box(.column, spacing: 2, [words])
        root.expand(horizontal: true)
        root.align(vertical: .center)
    }

    /// A row with the control beside the words, or below them where that leaves too little room.
    func row(beside control: Widget) -> Widget {
        let row = StackingRow(
            root, control, share: DesignTokens.Panes.wordsShare, spacing: DesignTokens.Panes.headingSpacing)
        row.addClass("setting-row")
        return row
    }

    /// Lets the setting be changed only while it has an effect.
    /// - Parameter parts: its controls; the row takes the keyboard from them.
    func use(_ isUsed: Bool, _ parts: [Widget], in row: Widget) {
        if !isUsed, parts.contains(where: \.containsFocus) {
            // GTK wants a field to lose the keyboard before it can no longer be used.
            row.isFocusable = true
            row.grabFocus()
        }
        // With a control of its own, the row is not another stop on the way.
        if isUsed { row.isFocusable = false }
        for part in [words] + parts { part.isSensitive = isUsed }
    }

    /// Marks the row where the setting is not what it is by default.
    func show(_ settings: Settings, on row: Widget) {
        let isChanged = setting.isChanged(in: settings)
        row.setClass("changed", isChanged)
        guard isChanged || button != nil else { return }
        let button = self.button ?? makeButton()
        // What goes must not take the keyboard with it.
        if !isChanged, button.hasFocus { control.grabFocus() }
        button.isVisible = isChanged
    }

    private func makeButton() -> Button {
        let button = Button(label: localized("Put back"))
        button.setAccessibleLabel(localized("Put back: %1", title))
        button.setTooltip(localized("Back to the default"))
        button.addClass("put-back")
        button.align(horizontal: .start)
        button.onClick { [weak self] in
            guard let self else { return }
            model.putBack([setting])
        }
        root.append(button)
        self.button = button
        return button
    }
}
