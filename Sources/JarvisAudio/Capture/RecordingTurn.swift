// SPDX-License-Identifier: GPL-3.0-or-later
// One program of the same user's data records at a time: the one that has the lock of a file, which ends with it in any
// case. Microphones of one program share its turn.

import Glibc
import JarvisPlatform
import Synchronization

/// The right to record, among programs.
public final class RecordingTurn: Sendable, Hashable {
    private struct Use {
        var count = 0
        var descriptor: Int32 = -1
    }

    private let path: String
    private let use = Mutex(Use())

    /// - Parameter path: the file, which is made where it is missing.
    public init(path: String) {
        self.path = path
    }

    deinit {
        use.withLock { use in
            if use.descriptor >= 0 { close(use.descriptor) }
        }
    }

    /// Takes the turn for one more microphone of this program.
    /// - Returns: false while another program has it. Where there is no place for the file, each has its turn.
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

    /// Gives back what `take` has taken.
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
