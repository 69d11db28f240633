// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a row: the setting's title and help text, and a button that resets it.

import GtkKit
import JarvisCore
import JarvisDesktopKit

extension SettingText {
    /// The title in the user's language.
    var shownTitle: String { localized(title) }
    /// The help text in the user's language.
    var shownHelp: String { localized(help) }
    /// The search words in the user's language.
    var shownWords: String { words.isEmpty ? "" : localized(words) }
}

/// The title above the help text, and below them a button that resets a changed setting.
@MainActor
final class RowText {
    /// Everything, including the reset button.
    let root: Box
    /// Only the title and the help text.
    let words: Box
    let detail: Label
    let title: String
    let help: String

    private let setting: SettingDescriptor
    private let model: SettingsModel
    private let control: Widget
    /// Created on demand, because most settings are never changed.
    private var button: Button?

    /// - Parameter control: gets the focus when the reset button disappears.
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

    /// A row with the control beside the words, or below them if there is too little room.
    func row(beside control: Widget) -> Widget {
        let row = StackingRow(
            root, control, share: DesignTokens.Settings.wordsShare, spacing: DesignTokens.Panes.headingSpacing)
        row.addClass("setting-row")
        return row
    }

    /// Enables or disables the setting's controls, depending on whether it has an effect.
    /// - Parameter parts: the controls; if one that becomes disabled has the focus, the row takes it.
    func use(_ isUsed: Bool, _ parts: [Widget], in row: Widget) {
        if !isUsed, parts.contains(where: \.containsFocus) {
            // GTK needs a field to lose the focus before it is disabled.
            row.isFocusable = true
            row.grabFocus()
        }
        // While its control is enabled, the row isn't a Tab stop of its own.
        if isUsed { row.isFocusable = false }
        for part in [words] + parts { part.isSensitive = isUsed }
    }

    /// Marks the row if the setting differs from its default.
    func show(_ settings: Settings, on row: Widget) {
        let isChanged = setting.isChanged(in: settings)
        row.setClass("changed", isChanged)
        guard isChanged || button != nil else { return }
        let button = self.button ?? makeButton()
        // A button that disappears must not take the focus with it.
        if !isChanged, button.hasFocus { control.grabFocus() }
        button.isVisible = isChanged
    }

    private func makeButton() -> Button {
        let button = Button(label: localized("Reset"))
        button.setAccessibleLabel(localized("Reset %1", title))
        button.setTooltip(localized("Reset to default"))
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
