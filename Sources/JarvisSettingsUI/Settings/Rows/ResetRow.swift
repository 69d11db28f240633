// SPDX-License-Identifier: GPL-3.0-or-later
// Resets all settings of a page, or all settings there are, to their defaults after confirmation.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ResetRow: SettingRow {
    let root: Widget
    let name: String
    var control: Widget { row.control }

    private let row: ActionRow
    private let model: SettingsModel
    private let settings: [SettingDescriptor]
    private var count = 0
    private var question: Popover?

    private init(name: String, title: String, _ settings: [SettingDescriptor], _ model: SettingsModel) {
        self.name = name
        self.model = model
        self.settings = settings
        row = ActionRow(title)
        root = row.root
        row.nameButton(localized("Reset…"))
        row.onClick { [weak self] in self?.ask() }
    }

    static func page(_ page: SettingsPage, _ model: SettingsModel) -> ResetRow {
        ResetRow(
            name: name(of: page), title: localized("Reset this page"), SettingDescriptor.on(page), model)
    }

    /// The name under which the search finds a page's reset button.
    static func name(of page: SettingsPage) -> String { "reset-\(page.rawValue)" }

    static func everything(_ model: SettingsModel) -> ResetRow {
        let action = SettingsAction.resetAll
        return ResetRow(name: action.rawValue, title: action.text.shownTitle, SettingDescriptor.all, model)
    }

    func show(_ settings: Settings) {
        count = self.settings.count { $0.isChanged(in: settings) }
        row.status =
            count == 0
            ? localized("Everything is at its default")
            : localized("%1 setting changed", "%1 settings changed", count: count)
        row.isUsable = count > 0
    }

    func finish() {
        question?.detach()
        question = nil
    }

    private func ask() {
        question?.detach()
        let text = Label(
            localized("Reset %1 setting?", "Reset %1 settings?", count: count))
        text.wraps()
        text.setRole(.alert)
        let (reset, keep) = (Button(label: localized("Reset")), Button(label: localized("Keep")))
        reset.addClass("accent")
        let popover = Popover(
            Box(
                .column, spacing: DesignTokens.Panes.rowSpacing,
                [text, Box(.row, spacing: DesignTokens.Panes.rowSpacing, [keep, reset])]))
        popover.addClass("glass-menu")
        popover.addClass("question")
        question = popover
        keep.onClick { [weak popover] in popover?.close() }
        reset.onClick { [weak self, weak popover] in
            popover?.close()
            guard let self else { return }
            model.putBack(settings)
        }
        popover.open(in: root, beside: row.control)
        text.announce(text.text, .consent)
    }
}
