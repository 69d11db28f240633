// SPDX-License-Identifier: GPL-3.0-or-later
// The lock of the history, on the terminal: the desktop asks who is there before a command shows anything.

public import JarvisCore
import JarvisStore

/// Lets commands pass that show or change what was said.
public enum HistoryGate {
    /// Has the user authenticated where the settings ask for it; to be called on the main thread.
    /// - Throws: `HistoryLockFailure` while it stays locked.
    public static func open(_ settings: any SettingsStore) throws {
        guard settings.current.history.isLocked else { return }
        let lock = HistoryLock(settings: settings, authority: PolkitAuthority())
        try runOnMainLoop { try await lock.unlock() }
    }
}
