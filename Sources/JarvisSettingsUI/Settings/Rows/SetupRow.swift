// SPDX-License-Identifier: GPL-3.0-or-later
// A button that runs the first setup again.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SetupRow: SettingRow {
    let root: Widget
    let name = SettingsAction.setup.rawValue
    var control: Widget { row.control }

    private let row = ActionRow(SettingsAction.setup.text.shownTitle)

    init(open: @escaping @MainActor () -> Void) {
        root = row.root
        row.status = SettingsAction.setup.text.shownHelp
        row.nameButton(localized("Start"))
        row.onClick(open)
    }

    func show(_ settings: Settings) {}
}
