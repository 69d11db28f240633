// SPDX-License-Identifier: GPL-3.0-or-later
// The body of an answer: pieces come as fast as they are taken and no faster, so that memory is bounded whatever the
// server sends. The network thread adds, one task takes.

import Synchronization

/// A body in pieces, for one reader. It ends with a `ServerFailure` when it was cut off, and with `CancellationError`
/// when the reader's task is cancelled. Letting go of it early closes the connection.
public struct HTTPBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    private let owner: Owner

    /// A body that is there already.
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

    /// Reading is over once this is released.
    fileprivate final class Owner: Sendable {
        let pipe: HTTPBodyPipe

        init(_ pipe: HTTPBodyPipe) {
            self.pipe = pipe
        }

        deinit { pipe.cancel() }
    }
}

/// The buffer between the network thread and the reader.
final class HTTPBodyPipe: Sendable {
    private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

    private struct State {
        var pieces: ArraySlice<[UInt8]> = []
        var waitingBytes = 0
        /// The reader waits.
        var reader: Reader?
        var end: Result<Void, any Error>?
        /// The writer waits for `resume`.
        var isPaused = false
        var isAbandoned = false
    }

    /// Bytes that may wait for the reader before the writer must wait as well; the last piece may exceed it.
    static let capacity = 262_144

    private let state = Mutex(State())
    private let resume: @Sendable () -> Void
    private let abandon: @Sendable () -> Void

    /// - Parameters:
    ///   - resume: Called from any thread when a writer that was told to wait may go on.
    ///   - abandon: Called from any thread, once at most, when the rest is not wanted.
    init(resume: @escaping @Sendable () -> Void, abandon: @escaping @Sendable () -> Void) {
        self.resume = resume
        self.abandon = abandon
    }

    /// Adds a piece that is not empty.
    /// - Returns: False when the writer must wait for `resume`.
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

    /// No piece follows; those that wait can still be taken. Idempotent.
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

    /// The rest is not wanted. Idempotent.
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
