// SPDX-License-Identifier: GPL-3.0-or-later
// Which pane stands behind which name. A new pane needs a case in `PaneName` and a line here.

@MainActor
enum PaneRegistry {
    static func make(_ name: PaneName, _ context: PaneContext) -> any Pane {
        switch name {
        case .history: EmptyPane(title: localized("History"))
        case .settings: EmptyPane(title: localized("Settings"))
        case .keyboard: KeyboardPane(context)
        case .commands: EmptyPane(title: localized("Commands"))
        case .shortcuts: ShortcutsPane()
        }
    }
}
