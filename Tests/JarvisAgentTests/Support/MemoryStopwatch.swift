// SPDX-License-Identifier: GPL-3.0-or-later
// A stopwatch in memory.

import JarvisAgent
import Synchronization

final class MemoryStopwatch: StopwatchStore {
    private let kept = Mutex<Stopwatch?>(nil)

    func stopwatch() async throws -> Stopwatch? { kept.withLock { $0 } }

    @discardableResult
    func update(_ change: @escaping @Sendable (Stopwatch?) -> Stopwatch?) async throws -> Stopwatch? {
        kept.withLock { kept in
            defer { kept = change(kept) }
            return kept
        }
    }
}
