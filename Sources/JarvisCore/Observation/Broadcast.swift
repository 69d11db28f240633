// SPDX-License-Identifier: GPL-3.0-or-later
// One sender and any number of observers, each with a stream or a handler of its own.

import Synchronization

/// Sends elements to all open streams and all handlers; usable from any thread.
///
/// An observer gets what is sent after it has asked for its stream, in the order in which it was sent. A stream that is
/// dropped, or whose task is cancelled, is forgotten.
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

    /// - Parameter bufferingPolicy: What a slow observer keeps; `.bufferingNewest(1)` for a state, of which only the
    ///   latest counts.
    public init(bufferingPolicy: BufferingPolicy = .unbounded) {
        self.bufferingPolicy = bufferingPolicy
    }

    deinit {
        for continuation in state.withLock({ $0.continuations.values }) { continuation.finish() }
    }

    /// True while there is an observer.
    public var isObserved: Bool { state.withLock { !$0.continuations.isEmpty || !$0.handlers.isEmpty } }

    /// Everything that is sent from now on.
    /// - Parameter onEnd: Called once when the observer has gone, on any thread.
    public func stream(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: bufferingPolicy)
        let number = state.withLock { state in
            let number = state.nextNumber()
            state.continuations[number] = continuation
            return number
        }
        continuation.onTermination = { [weak self] _ in
            // Released outside of the lock: what hangs on the continuation may ask for it.
            _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
            onEnd()
        }
        return stream
    }

    /// Calls `handler` with everything that is sent from now on, within `send` and on its thread, as long as the
    /// observation is kept. Handlers are called in the order in which they came.
    public func observe(_ handler: @escaping @Sendable (Element) -> Void) -> Observation {
        let number = state.withLock { state in
            let number = state.nextNumber()
            state.handlers[number] = handler
            return number
        }
        return Observation { [weak self] in
            // Released outside of the lock: what hangs on the handler may ask for it.
            _ = self?.state.withLock { $0.handlers.removeValue(forKey: number) }
        }
    }

    /// Sends to every observer. Callers that send from several threads keep the order themselves.
    public func send(_ element: Element) {
        let (continuations, numbers) = state.withLock { (Array($0.continuations.values), $0.handlers.keys.sorted()) }
        for continuation in continuations { continuation.yield(element) }
        for number in numbers {
            // A handler that ran before may have ended this observation.
            state.withLock { $0.handlers[number] }?(element)
        }
    }
}

extension Broadcast where Element == Void {
    /// Tells every observer that something has happened.
    public func send() { send(()) }
}
