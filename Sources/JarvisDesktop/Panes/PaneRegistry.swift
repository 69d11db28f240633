// SPDX-License-Identifier: GPL-3.0-or-later
// Maps names to panes. A new pane needs a case in `PaneName` and a line here.

import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI
import JarvisStore

@MainActor
enum PaneRegistry {
    static func make(_ name: PaneName, _ services: DesktopServices, _ context: PaneContext) -> any Pane {
        switch name {
        case .history: history(services, context)
        case .notes: history(services, context, only: [.note])
        case .settings: SettingsPane(services.forSettings, context)
        case .keyboard: KeyboardPane(services)
        case .commands: CommandsPane(services, context)
        case .shortcuts: ShortcutsPane()
        case .timers: TimersPane(services)
        case .lists: ListsPane(services)
        case .setup: OnboardingPane(services.forSettings, context)
        }
    }

    /// The notes are messages of the history, and under its lock.
    private static func history(
        _ services: DesktopServices, _ context: PaneContext, only kinds: Set<MessageKind>? = nil
    ) -> any Pane {
        if let lock = services.historyLock, lock.isLocked { return LockedHistoryPane(lock) }
        return HistoryPane(services, context, only: kinds)
    }
}
