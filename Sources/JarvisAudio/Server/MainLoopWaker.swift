// SPDX-License-Identifier: GPL-3.0-or-later
// Lets any thread wake a PulseAudio main loop that runs on another thread, safely even after the loop has ended.

import CPulse
import Synchronization

/// A handle to a running main loop; the handle may exist longer than the loop.
package final class MainLoopWaker: Sendable {
    /// `pa_mainloop_wakeup` may be called from any thread while the loop exists; the mutex guards `loop`.
    private struct Handle: @unchecked Sendable {
        var loop: OpaquePointer?
    }

    private let handle = Mutex(Handle(loop: nil))

    package init() {}

    func attach(_ loop: OpaquePointer?) {
        handle.withLock { $0.loop = loop }
    }

    package func wake() {
        handle.withLock { handle in
            if let loop = handle.loop { pa_mainloop_wakeup(loop) }
        }
    }
}
