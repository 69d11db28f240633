// SPDX-License-Identifier: GPL-3.0-or-later
// The page about the user: name, start with the desktop, and theme; for those who use it, the wake word and its
// training.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class PersonPage: SetupPage {
    let title = localized("About you")
    let root: Widget
    let introduction: String

    private let rows: [any SettingRow]
    /// The rows that only matter to users of the wake word.
    private let wakeRows: [any SettingRow]

    init(_ context: SetupContext) {
        let model = context.model
        let name = EntryRow(model, \.userName, .init(placeholder: localized("Name"), showsHelp: false))
        wakeRows = [WakeRows.phrase(model), WakeLessonRow(context.services.wakeLesson)]
        let others: [any SettingRow] = [
            LoginRow(context.services.onboarding.login, model, showsHelp: false),
            ChoiceRow.choices(model, \.appearance.theme, help: ""),
        ]
        rows = [name] + wakeRows + others
        let text = SetupLayout.readable(localized("This stays on your computer."), "setup-text")
        introduction = text.text
        root = SetupLayout.page(title, [text, SetupLayout.card(rows.map(\.root))])
    }

    func show(_ settings: Settings) {
        for row in wakeRows { row.root.isVisible = ListeningConsent(settings) == .wakeWord }
        for row in rows { row.show(settings) }
    }

    func end() {
        for row in rows { row.finish() }
    }
}
