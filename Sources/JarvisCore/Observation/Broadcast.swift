// SPDX-License-Identifier: GPL-3.0-or-later
// One sender and any number of observers, each with its own stream or handler.

import Synchronization

/// Sends elements to all open streams and handlers; usable from any thread.
///
/// An observer receives everything sent after it asked for its stream, in order. The broadcast forgets a stream once it
/// is dropped or its task is cancelled.
public final class Broadcast<Element: Sendable>: Sendable {
    public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

    private struct State {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var handlers: [Int: @Sendable (Element) -> Void] = [:]
        var observerCount = 0

        mutating func nextNumber() -> Int {
            observerCount += 1
            return observerCount
        }
    }

    private let state = Mutex(State())
    private let bufferingPolicy: BufferingPolicy

    /// - Parameter bufferingPolicy: What to keep for a slow observer; use `.bufferingNewest(1)` for state, where only
    ///   the latest value counts.
    public init(bufferingPolicy: BufferingPolicy = .unbounded) {
        self.bufferingPolicy = bufferingPolicy
    }

    deinit {
        for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() }
    }

    /// True while there is an observer.
    public var isObserved: Bool { state.withLock { !$0.continuations.isEmpty || !$0.handlers.isEmpty } }

    /// Everything sent from now on.
    /// - Parameter onEnd: Called once, on any thread, when the observer has stopped listening.
    public func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
        let number = state.withLock { state in
            let number = state.nextNumber()
            state.continuations[number] = continuation
            return number
        }
        continuation.onTermination = { [weak self] _ in
            // The result is released outside the lock, since an object that the continuation holds may take the lock in
            // `deinit`.
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
            onEnd()
        }
        return stream
    }

    /// Calls `handler` with everything sent from now on, inside `send` and on its thread, for as long as the
    /// observation is kept. Handlers run in the order in which they were added.
    public func observe(_ handler: @escaping @Sendable (Element) -> Void) -> Observation {
        let number = state.withLock { state in
            let number = state.nextNumber()
            state.handlers[number] = handler
            return number
        }
        return Observation { [weak self] in
            // The result is released outside the lock, since an object that the handler holds may take the lock in
            // `deinit`.
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Sends to every observer. If several threads send at once, they decide the order themselves.
    public func send(_ element: Element) {
        let (continuations, numbers) = state.withLock { (Array($0.continuations.values), $0.handlers.keys.sorted()) }
        for continuation in continuations { continuation.yield(element) }
        for number in numbers {
            // An earlier handler may have ended this observation.
            state.withLock { $0.handlers[number] }?(element)
        }
    }
}

extension Broadcast where Element == Void {
    /// Notifies every observer.
    public func send() { send(()) }
}
