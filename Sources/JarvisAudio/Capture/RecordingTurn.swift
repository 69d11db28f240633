// SPDX-License-Identifier: GPL-3.0-or-later
// Lets only one program per user data folder record at a time: the one that holds the lock on a file. The lock is
// released when the program ends, even by a crash. The microphones of one program share the lock.

import Glibc
import JarvisPlatform
import Synchronization

/// A turn to record, which only one program has at a time.
public final class RecordingTurn: Sendable, Hashable {
    private struct Use {
        var count = 0
        var descriptor: Int32 = -1
    }

    private let path: String
    private let use = Mutex(Use())

    /// - Parameter path: The lock file, which is created if missing.
    public init(path: String) {
        self.path = path
    }

    deinit {
        use.withLock { use in
            if use.descriptor >= 0 { close(use.descriptor) }
        }
    }

    /// Acquires the turn for one more microphone of this program.
    /// - Returns: False while another program has the turn. If the file can't be created, every program may record.
    func take() -> Bool {
        use.withLock { use in
            if use.count == 0 {
                try? Folder.create(Folder.parent(of: path))
                let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
                if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                    close(descriptor)
                    return false
                }
                use.descriptor = descriptor
            }
            use.count += 1
            return true
        }
    }

    /// Releases one acquired turn.
    func leave() {
        use.withLock { use in
            use.count -= 1
            guard use.count == 0, use.descriptor >= 0 else { return }
            close(use.descriptor)
            use.descriptor = -1
        }
    }

    public static func == (first: RecordingTurn, second: RecordingTurn) -> Bool { first === second }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
