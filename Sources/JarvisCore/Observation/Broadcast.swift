// SPDX-License-Identifier: GPL-3.0-or-later
// One sender and any number of observers, each with a stream of its own.

import Synchronization

/// Sends elements to all streams that are open; usable from any thread.
///
/// An observer gets what is sent after it has asked for its stream, in the order in which it was sent. A stream that is
/// dropped, or whose task is cancelled, is forgotten.
public final class Broadcast<Element: Sendable>: Sendable {
    public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

    private struct State {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var streamCount = 0
    }

    private let state = Mutex(State())
    private let bufferingPolicy: BufferingPolicy

    /// - Parameter bufferingPolicy: What a slow observer keeps; `.bufferingNewest(1)` for a state, of which only the
    ///   latest counts.
    public init(bufferingPolicy: BufferingPolicy = .unbounded) {
        self.bufferingPolicy = bufferingPolicy
    }

    deinit {
        for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() }
    }

    /// True while there is an observer.
    public var isObserved: Bool { state.withLock { !$0.continuations.isEmpty } }

    /// Everything that is sent from now on.
    /// - Parameter onEnd: Called once when the observer has gone, on any thread.
    public func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
        let number = state.withLock { state in
            state.streamCount += 1
            state.continuations[state.streamCount] = continuation
            return state.streamCount
        }
        continuation.onTermination = { [weak self] _ in
            // Released outside of the lock: what hangs on the continuation may ask for it.
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
            onEnd()
        }
        return stream
    }

    /// Sends to every observer. Callers that send from several threads keep the order themselves.
    public func send(_ element: Element) {
        for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.yield(element) }
    }
}

extension Broadcast where Element == Void {
    /// Tells every observer that something has happened.
    public func send() { send(()) }
}
