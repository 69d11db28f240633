// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that hangs in its first synchronization until released.

import Dispatch
import JarvisPlatform
import Synchronization

final class SlowDisk: Sendable {
    private let isHanging = Atomic(true)
    private let hasReached = Atomic(false)
    private let gate = DispatchSemaphore(value: 0)

    /// True once a thread hangs.
    var isWaiting: Bool { hasReached.load(ordering: .relaxed) }

    /// Lets everything through from now on.
    func go() {
        isHanging.store(false, ordering: .relaxed)
        gate.signal()
    }

    var system: FileSystem {
        var system = FileSystem()
        system.synchronize = { [self] file in
            if isHanging.load(ordering: .relaxed) {
                hasReached.store(true, ordering: .relaxed)
                gate.wait()
            }
            return FileSystem().synchronize(file)
        }
        return system
    }
}
