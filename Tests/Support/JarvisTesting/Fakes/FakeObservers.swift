// SPDX-License-Identifier: GPL-3.0-or-later
// Those who follow the changes of a fake, for as long as they listen.

import Synchronization

/// Hands out streams and yields to all of them; a stream without a listener is forgotten.
final class FakeObservers<Element: Sendable>: Sendable {
    private struct State {
        var next = 0
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.continuations.count } }

    func stream(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let number = state.withLock { state in
            state.next += 1
            state.continuations[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            // The continuation is released outside of the lock, which its end may ask for.
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
        }
        return stream
    }

    func yield(_ element: Element) {
        for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
    }
}
