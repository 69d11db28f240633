// SPDX-License-Identifier: GPL-3.0-or-later
// In-memory lists.

public import JarvisCore
import Synchronization

/// Lists without a file.
public final class FakeListStore: ListStore {
    private struct State {
        var lists: [NamedList] = []
        var failure: StoreFailure?
        var notices: [Notice] = []
    }

    private let state = Mutex(State())
    private let observers = Broadcast<Void>(bufferingPolicy: .bufferingNewest(1))

    public init(_ lists: [NamedList] = []) {
        state.withLock { $0.lists = lists }
    }

    public var all: [NamedList] { state.withLock { $0.lists } }
    public var notices: [Notice] { state.withLock { $0.notices } }

    /// Adds a notice about a fault in the file.
    public func find(_ notice: Notice) { state.withLock { $0.notices.append(notice) } }

    /// Makes every later read and write fail; nil ends that.
    public func fail(with failure: StoreFailure?) { state.withLock { $0.failure = failure } }

    public func lists() async throws -> [NamedList] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.lists
        }
    }

    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout [NamedList]) -> Result
    ) async throws -> Result {
        let result = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return change(&state.lists)
        }
        observers.send()
        return result
    }

    public func changes() -> AsyncStream<Void> { observers.stream() }
}
