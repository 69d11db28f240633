// SPDX-License-Identifier: GPL-3.0-or-later
// Tells work in progress on another thread that its result is no longer wanted.

import Synchronization

/// Set once, from any thread; work on another thread looks at it between two steps.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
    public func cancel() { flag.store(true, ordering: .relaxed) }
}
