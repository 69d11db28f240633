// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a thread cancel work on another thread.

import Synchronization

/// A flag that any thread may set once; the work checks it between steps.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
