// SPDX-License-Identifier: GPL-3.0-or-later
// Says whether a program runs that rings what is due: it holds the lock of a file, which ends with it in any case.

import Glibc

/// The lock that a program holds while it rings what is due.
public final class RingerLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil when another program has it, or there is no place for it.
    /// - Parameter path: of the reminders' file.
    public init?(reminders path: String) {
        try? Folder.create(Folder.parent(of: path))
        let descriptor = open(path + ".ringer", O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// True while a program rings what is due.
    public static func isHeld(reminders path: String) -> Bool {
        let descriptor = open(path + ".ringer", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
