// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a broadcast's handler registered while an observer holds it; usable from any thread.

/// Ends an observation when it is cancelled or released.
public final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(onEnd end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }

    /// Stops calls of the handler; a call in progress on another thread may still finish.
    public func cancel() { end() }
}
