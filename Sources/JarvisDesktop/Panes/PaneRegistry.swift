// SPDX-License-Identifier: GPL-3.0-or-later
// Which pane stands behind which name. A new pane needs a case in `PaneName` and a line here.

import JarvisStore

@MainActor
enum PaneRegistry {
    static func make(_ name: PaneName, _ context: PaneContext) -> any Pane {
        switch name {
        case .history: history(context)
        case .settings: SettingsPane(context)
        case .keyboard: KeyboardPane(context)
        case .commands: CommandsPane(context)
        case .shortcuts: ShortcutsPane()
        case .timers: TimersPane(context)
        case .lists: ListsPane(context)
        case .setup: OnboardingPane(context)
        }
    }

    private static func history(_ context: PaneContext) -> any Pane {
        if let lock = context.services.historyLock, lock.isLocked { return LockedHistoryPane(lock) }
        return HistoryPane(context)
    }
}
