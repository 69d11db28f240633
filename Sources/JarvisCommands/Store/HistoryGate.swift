// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the history lock on the terminal: the desktop authenticates the user before a command shows anything.

public import JarvisCore
import JarvisStore

/// Guards the commands that show or change the history.
public enum HistoryGate {
    /// Authenticates the user if the settings require it. Call it on the main thread.
    /// - Throws: `HistoryLockFailure` if the history stays locked.
    public static func open(_ settings: any SettingsStore) throws {
        guard settings.current.history.isLocked else { return }
        let lock = HistoryLock(settings: settings, authority: PolkitAuthority())
        try runOnMainLoop { try await lock.unlock() }
    }
}
