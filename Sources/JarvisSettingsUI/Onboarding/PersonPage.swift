// SPDX-License-Identifier: GPL-3.0-or-later
// The page about the user: name, wake word and its training, start with the desktop, and theme.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class PersonPage: SetupPage {
    let title = localized("You")
    let root: Widget

    private let rows: [any SettingRow]

    init(_ context: SetupContext) {
        let model = context.model
        let name = EntryRow(model, \.userName, .init(placeholder: localized("Name")))
        let others: [any SettingRow] = [
            WakeLessonRow(context.services.wakeLesson), LoginRow(context.services.onboarding.login, model),
            ChoiceRow.choices(model, \.appearance.theme),
        ]
        rows = [name] + WakeRows.choice(model) + others
        root = SetupLayout.page(title, [SetupLayout.card(rows.map(\.root))])
    }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
    }

    func end() {
        for row in rows { row.finish() }
    }
}
