// SPDX-License-Identifier: GPL-3.0-or-later
// What an observer holds for as long as its handler should be called; usable from any thread.

/// Ends an observation when it is cancelled or released.
public final class Observation: Sendable {
    private let end: @Sendable () -> Void

    init(onEnd end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }

    /// The handler is not called again; a call that is under way on another thread may still finish.
    public func cancel() { end() }
}
