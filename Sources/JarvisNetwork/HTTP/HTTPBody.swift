// SPDX-License-Identifier: GPL-3.0-or-later
// The body of a response. Pieces arrive only as fast as they are read, so memory is bounded regardless of the server.
// The network thread writes, one task reads.

import Synchronization

/// A body in pieces, for one reader. Throws `ServerFailure` if the body was cut off, and `CancellationError` if the
/// reader's task is cancelled. Releasing it early closes the connection.
public struct HTTPBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    private let owner: Owner

    /// Creates a body that is already complete.
    public init(_ bytes: [UInt8] = []) {
        let pipe = HTTPBodyPipe(resume: {}, abandon: {})
        if !bytes.isEmpty { _ = pipe.add(bytes) }
        pipe.finish(throwing: nil)
        self.init(pipe)
    }

    init(_ pipe: HTTPBodyPipe) {
        owner = Owner(pipe)
    }

    public func makeAsyncIterator() -> Iterator { Iterator(owner: owner) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let owner: Owner

        public mutating func next() async throws -> [UInt8]? { try await owner.pipe.next() }
    }

    /// Stops reading when it is released.
    fileprivate final class Owner: Sendable {
        let pipe: HTTPBodyPipe

        init(_ pipe: HTTPBodyPipe) {
            self.pipe = pipe
        }

        deinit { pipe.cancel() }
    }
}

/// Buffers a body between the network thread and the reader.
final class HTTPBodyPipe: Sendable {
    private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

    private struct State {
        var pieces: ArraySlice<[UInt8]> = []
        var waitingBytes = 0
        /// The reader, while it is waiting.
        var reader: Reader?
        var end: Result<Void, any Error>?
        /// True while the writer waits for `resume`.
        var isPaused = false
        var isAbandoned = false
    }

    /// The bytes to buffer for the reader before the writer has to wait; the last piece may exceed this.
    static let capacity = 262_144

    private let state = Mutex(State())
    private let resume: @Sendable () -> Void
    private let abandon: @Sendable () -> Void

    /// - Parameters:
    ///   - resume: Called from any thread when a waiting writer may continue.
    ///   - abandon: Called from any thread, at most once, if the reader does not want the rest.
    init(resume: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void) {
        self.resume = resume
        self.abandon = abandon
    }

    /// Adds a non-empty piece.
    /// - Returns: False if the writer has to wait for `resume`.
    func add(_ piece: [UInt8]) -> Bool {
        let (reader, goesOn) = state.withLock { state in
            guard state.end == nil, !state.isAbandoned else { return (nil as Reader?, true) }
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            state.pieces.append(piece)
            state.waitingBytes += piece.count
            state.isPaused = state.waitingBytes >= Self.capacity
            return (nil, !state.isPaused)
        }
        reader?.resume(returning: piece)
        return goesOn
    }

    /// Ends the body; buffered pieces can still be read. May be called more than once.
    func finish(throwing error: (any Error)?) {
        let end: Result<Void, any Error> = error.map { .failure($0) } ?? .success(())
        let reader = state.withLock { state in
            guard state.end == nil else { return nil as Reader? }
            state.end = end
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(with: end.map { nil })
    }

    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { take($0) }
        } onCancel: {
            cancel()
        }
    }

    private func take(_ reader: Reader) {
        let (answer, goesOn) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Bool) in
            if state.isAbandoned { return (.failure(CancellationError()), false) }
            if let piece = state.pieces.popFirst() {
                state.waitingBytes -= piece.count
                let goesOn = state.isPaused && state.waitingBytes <= Self.capacity / 2
                if goesOn { state.isPaused = false }
                return (.success(piece), goesOn)
            }
            if let end = state.end { return (end.map { nil }, false) }
            precondition(state.reader == nil, "a body has one reader")
            state.reader = reader
            return (nil, false)
        }
        if goesOn { resume() }
        if let answer { reader.resume(with: answer) }
    }

    /// Discards the rest of the body. May be called more than once.
    func cancel() {
        let (reader, isNews) = state.withLock { state in
            let isNews = !state.isAbandoned && state.end == nil
            state.isAbandoned = true
            state.pieces = []
            defer { state.reader = nil }
            return (state.reader, isNews)
        }
        reader?.resume(throwing: CancellationError())
        if isNews { abandon() }
    }
}
