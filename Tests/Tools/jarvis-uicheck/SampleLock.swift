// SPDX-License-Identifier: GPL-3.0-or-later
// A locked history, with somebody behind it who is authenticated or is not.

import JarvisCore
import JarvisDesktop
import JarvisStore

@MainActor
enum SampleLock {
    /// Puts a lock over the history.
    /// - Parameter opens: the answer when the user is asked who they are.
    static func close(_ services: inout DesktopServices, opens: Bool) {
        do {
            try services.settings.update { $0.history.isLocked = true }
        } catch {
            print("jarvis-uicheck: \(error)")
        }
        let lock = HistoryLock(settings: services.settings, authority: FixedAuthority(opens: opens))
        services.historyLock = lock
        services.history = LockedConversationStore(services.history, lock: lock)
    }
}

private struct FixedAuthority: HistoryAuthority {
    var opens: Bool

    func authorize() async throws(HistoryLockFailure) {
        if !opens { throw .denied }
    }
}
