// SPDX-License-Identifier: GPL-3.0-or-later
// System calls of a process that is killed during one of them.

import Glibc
import JarvisPlatform
import Synchronization

/// Counts calls and kills the process (SIGKILL) in place of a given one. A write is half done by then.
final class DyingSystem: Sendable {
    private struct State {
        var count = 0
        var deadline: Int?
    }

    private let state = Mutex(State())

    var callCount: Int { state.withLock { $0.count } }

    /// Restarts counting at 0.
    /// - Parameter deadline: The call at which the process is killed; nil for none.
    func arm(_ deadline: Int?) {
        state.withLock { $0 = State(deadline: deadline) }
    }

    private func count(_ lastDeed: () -> Void = {}) {
        let isLast = state.withLock { state in
            defer { state.count += 1 }
            return state.count == state.deadline
        }
        guard isLast else { return }
        lastDeed()
        kill(getpid(), SIGKILL)
        while true { pause() }
    }

    /// - Parameter loses: True if every seventh write claims success but keeps only half; the check must detect that.
    func system(loses: Bool = false) -> FileSystem {
        let real = FileSystem()
        var system = FileSystem()
        system.open = {
            self.count()
            return real.open($0, $1, $2)
        }
        system.write = { file, bytes in
            let half = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)])
            self.count { _ = real.write(file, half) }
            if loses, self.callCount % 7 == 0 {
                _ = real.write(file, half)
                return bytes.count
            }
            return real.write(file, bytes)
        }
        system.read = {
            self.count()
            return real.read($0, $1, $2)
        }
        system.synchronizeData = {
            self.count()
            return real.synchronizeData($0)
        }
        system.synchronize = {
            self.count()
            return real.synchronize($0)
        }
        system.truncate = {
            self.count()
            return real.truncate($0, $1)
        }
        system.rename = {
            self.count()
            return real.rename($0, $1)
        }
        system.remove = {
            self.count()
            return real.remove($0)
        }
        system.makeFolder = {
            self.count()
            return real.makeFolder($0, $1)
        }
        system.listFolder = {
            self.count()
            return real.listFolder($0, &$1)
        }
        return system
    }
}
