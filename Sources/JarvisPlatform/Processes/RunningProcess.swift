// SPDX-License-Identifier: GPL-3.0-or-later
// A handle on a running program. Waiting blocks no thread, and ends when the task is cancelled.

/// A running program with pipes; releasing this object kills it with its descendants.
public final class RunningProcess: Sendable {
    private let table: ProcessTable
    private let id: UInt64
    private let name: String

    init(table: ProcessTable, id: UInt64, name: String) {
        self.table = table
        self.id = id
        self.name = name
    }

    deinit {
        _ = table.change(id) { child, resumptions in
            child.isAbandoned = true
            child.stop(&resumptions)
        }
    }

    /// Writes to the program's input. Returns once the pipe has accepted everything, which depends on how fast the
    /// program reads. Concurrent writes are not interleaved.
    /// - Throws: `ProcessFailure`: `inputClosed`, `timedOut`, or `cancelled`. After a cancellation, the bytes are
    ///   written either completely or not at all.
    public func write(_ bytes: [UInt8]) async throws(ProcessFailure) {
        let request = table.newID()
        let result: Result<Void, ProcessFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change(orFail: continuation) { child, resumptions in
                    if Task.isCancelled {
                        let failure = child.failure(.cancelled)
                        resumptions.append { continuation.resume(returning: .failure(failure)) }
                    } else if child.input < 0 || child.closesInput {
                        let failure = child.failure(child.hasTimedOut ? .timedOut : .inputClosed)
                        resumptions.append { continuation.resume(returning: .failure(failure)) }
                    } else {
                        child.writes.append(.init(id: request, rest: bytes[...], done: continuation))
                    }
                }
            }
        } onCancel: {
            _ = table.change(id) { child, resumptions in
                guard let index = child.writes.firstIndex(where: { $0.id == request }) else { return }
                let failure = child.failure(.cancelled)
                if let done = child.writes[index].done {
                    resumptions.append { done.resume(returning: .failure(failure)) }
                }
                // A write that has begun must be completed, since half a message would corrupt everything after it.
                child.writes[index].done = nil
                if !child.writes[index].isBegun { child.writes.remove(at: index) }
            }
        }
        try result.get()
    }

    /// Ends the input: the program first reads the bytes in transit, then the end.
    public func closeInput() {
        _ = table.change(id) { child, _ in child.closesInput = true }
    }

    /// The program's next output as soon as there is any; nil at its end. A program whose output isn't read can write
    /// about 128 KiB more, and then waits.
    /// - Parameters:
    ///   - limit: The longest wait; error output does not count.
    ///   - maximum: The most bytes to return.
    /// - Throws: `ProcessFailure`: `timedOut` or `cancelled`.
    public func read(within limit: Duration? = nil, upTo maximum: Int = 65_536) async throws(ProcessFailure) -> [UInt8]?
    {
        let request = table.newID()
        let deadline = limit.map { MonotonicTime.nanoseconds(after: $0) }
        let result: Result<[UInt8]?, ProcessFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change(orFail: continuation) { child, resumptions in
                    if Task.isCancelled {
                        let failure = child.failure(.cancelled)
                        resumptions.append { continuation.resume(returning: .failure(failure)) }
                    } else {
                        child.reads.append(
                            .init(id: request, maximum: max(1, maximum), deadline: deadline, done: continuation))
                        child.deliver(&resumptions)
                    }
                }
            }
        } onCancel: {
            _ = table.change(id) { child, resumptions in
                guard let index = child.reads.firstIndex(where: { $0.id == request }) else { return }
                let failure = child.failure(.cancelled)
                let read = child.reads.remove(at: index)
                resumptions.append { read.done.resume(returning: .failure(failure)) }
            }
        }
        return try result.get()
    }

    /// Waits until the program has ended and its error output is complete.
    /// - Throws: `ProcessFailure`: `timedOut` if the program was killed for exceeding its limit, or `cancelled`.
    public func wait() async throws(ProcessFailure) -> ProcessExit {
        let request = table.newID()
        let result: Result<ProcessExit, ProcessFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change(orFail: continuation) { child, resumptions in
                    if Task.isCancelled {
                        let failure = child.failure(.cancelled)
                        resumptions.append { continuation.resume(returning: .failure(failure)) }
                    } else {
                        child.waits.append(.init(id: request, done: continuation))
                        child.deliver(&resumptions)
                    }
                }
            }
        } onCancel: {
            _ = table.change(id) { child, resumptions in
                guard let index = child.waits.firstIndex(where: { $0.id == request }) else { return }
                let failure = child.failure(.cancelled)
                let wait = child.waits.remove(at: index)
                resumptions.append { wait.done.resume(returning: .failure(failure)) }
            }
        }
        return try result.get()
    }

    /// Ends the program and its descendants: closes its input, sends SIGTERM after `grace`, and kills it after the same
    /// time again. Returns once it has ended. Its remaining output is discarded.
    /// - Throws: `ProcessFailure`: `cancelled` if the task was cancelled; the program still ends.
    @discardableResult
    public func end(grace: Duration = .seconds(2)) async throws(ProcessFailure) -> ProcessExit {
        let now = MonotonicTime.nanoseconds()
        let length = MonotonicTime.nanoseconds(after: grace) - now
        _ = table.change(id) { child, resumptions in child.beginEnding(now, grace: length, &resumptions) }
        return try await wait()
    }

    /// Kills the program and its descendants at once, which also ends reading. Any thread may call this, more than
    /// once.
    public func kill() {
        _ = table.change(id) { child, resumptions in child.stop(&resumptions) }
    }

    /// The number of the process, which is also that of its session and group.
    public var processIdentifier: Int32 { table.change(id) { child, _ in child.process } ?? -1 }

    /// The last lines of the program's error output, up to 4 KiB.
    public var lastErrors: [String] {
        let tail = table.change(id) { child, _ in child.errorTail } ?? []
        return tail.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Enqueues input without waiting, and closes the input after it.
    func give(_ input: [UInt8]) {
        let request = table.newID()
        _ = table.change(id) { child, _ in
            if !input.isEmpty { child.writes.append(.init(id: request, rest: input[...], done: nil)) }
            child.closesInput = true
        }
    }

    private func change<Value>(
        orFail continuation: CheckedContinuation<Result<Value, ProcessFailure>, Never>,
        _ body: (inout ChildState, inout [Resumption]) -> Void
    ) {
        // The child stays in the table while this object exists.
        guard table.change(id, body) == nil else { return }
        continuation.resume(returning: .failure(ProcessFailure(program: name, kind: .inputClosed)))
    }
}
