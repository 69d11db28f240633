// SPDX-License-Identifier: GPL-3.0-or-later
// A locked history, with a user who can or cannot authenticate.

import JarvisCore
import JarvisDesktop
import JarvisSettingsUI
import JarvisStore

@MainActor
enum SampleLock {
    /// Locks the history.
    /// - Parameter opens: The result of authenticating the user.
    static func close(_ services: inout DesktopServices, opens: Bool) {
        do {
            try services.settings.update { $0.history.isLocked = true }
        } catch {
            print("jarvis-uicheck: \(error)")
        }
        let lock = HistoryLock(settings: services.settings, authority: FixedAuthority(opens: opens))
        services.forSettings.historyLock = lock
        services.forSettings.history = LockedConversationStore(services.history, lock: lock)
    }
}

private struct FixedAuthority: HistoryAuthority {
    var opens: Bool

    func authorize() async throws(HistoryLockFailure) {
        if !opens { throw .denied }
    }
}
