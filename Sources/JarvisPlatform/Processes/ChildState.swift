// SPDX-License-Identifier: GPL-3.0-or-later
// The state of one child in the table: its descriptors, pending reads and writes, and deadlines. Changed under the
// table's lock; only the table's thread reads, writes and closes the descriptors.

import Glibc

/// A call to make after the table's lock is released.
typealias Resumption = @Sendable () -> Void

struct ChildState {
    struct Write {
        var id: UInt64
        var rest: ArraySlice<UInt8>
        var isBegun = false
        var done: CheckedContinuation<Result<Void, ProcessFailure>, Never>?
    }

    struct Read {
        var id: UInt64
        var maximum: Int
        /// The time limit in monotonic nanoseconds; nil for none.
        var deadline: Int64?
        var done: CheckedContinuation<Result<[UInt8]?, ProcessFailure>, Never>
    }

    struct Wait {
        var id: UInt64
        var done: CheckedContinuation<Result<ProcessExit, ProcessFailure>, Never>
    }

    /// How far `end` has got.
    enum Ending: Equatable {
        case none, inputClosed, terminated, killed
    }

    /// The output to buffer for a reader, in bytes; beyond that the pipe fills up, and then the program waits.
    static let outputCapacity = 65_536
    static let errorCapacity = 4096
    /// How long a descendant in another session may keep the pipes open after the program has ended.
    static let drainNanoseconds: Int64 = 1_000_000_000

    let name: String
    let process: pid_t
    let isDetached: Bool
    var ending: Int32
    var input: Int32
    var output: Int32
    var errors: Int32

    var writes: [Write] = []
    var reads: [Read] = []
    var waits: [Wait] = []
    var closesInput = false
    var discardsOutput = false
    var incoming: [UInt8] = []
    var errorTail: [UInt8] = []
    var exit: ProcessExit?
    var hasTimedOut = false
    /// True if the handle has been released, so that the output is no longer wanted.
    var isAbandoned = false

    /// The end of the whole exchange in monotonic nanoseconds; `stageDeadline` ends a stage of `end`, and
    /// `drainDeadline` the wait for the last output.
    var deadline: Int64?
    var stage = Ending.none
    var stageDeadline: Int64?
    var stageLength: Int64 = 0
    var drainDeadline: Int64?

    init(_ spawned: SpawnedProcess, name: String, isDetached: Bool = false, deadline: Int64? = nil) {
        self.name = name
        self.isDetached = isDetached
        self.deadline = deadline
        process = spawned.process
        ending = spawned.ending
        input = spawned.input
        output = spawned.output
        errors = spawned.errors
    }

    /// True if nothing is left to do for this child.
    var isForgettable: Bool {
        exit != nil && (isDetached || isAbandoned) && input < 0 && output < 0 && errors < 0
    }

    var wantsOutput: Bool { output >= 0 && incoming.count < Self.outputCapacity }
    var wantsInput: Bool { input >= 0 && !writes.isEmpty }

    /// When something has to be done even without an event; nil for never.
    var nextDeadline: Int64? {
        let drain = errors >= 0 || (output >= 0 && incoming.isEmpty) ? drainDeadline : nil
        let whole = exit == nil || output >= 0 ? deadline : nil
        return [whole, stageDeadline, drain].compactMap(\.self).min().map { least in
            reads.compactMap(\.deadline).reduce(least, min)
        } ?? reads.compactMap(\.deadline).min()
    }

    func failure(_ kind: ProcessFailure.Kind) -> ProcessFailure { ProcessFailure(program: name, kind: kind) }

    /// Sends a signal to the program and its descendants. Until the exit status is collected, the group's number can't
    /// be reused.
    func signal(_ number: Int32) {
        guard exit == nil else { return }
        kill(-process, number)
    }

    mutating func closeInput(_ resumptions: inout [Resumption]) {
        if input >= 0 { close(input) }
        input = -1
        failWrites(.inputClosed, &resumptions)
    }

    mutating func failWrites(_ kind: ProcessFailure.Kind, _ resumptions: inout [Resumption]) {
        let result = failure(kind)
        for case let done? in writes.map(\.done) { resumptions.append { done.resume(returning: .failure(result)) } }
        writes = []
    }

    mutating func failReads(_ kind: ProcessFailure.Kind, _ resumptions: inout [Resumption]) {
        let result = failure(kind)
        for read in reads { resumptions.append { read.done.resume(returning: .failure(result)) } }
        reads = []
    }

    mutating func closeOutput() {
        if output >= 0 { close(output) }
        output = -1
    }

    mutating func closeErrors() {
        if errors >= 0 { close(errors) }
        errors = -1
    }

    /// Resumes readers that have new output or have reached the end, and waiters for the exit once the error output is
    /// complete.
    mutating func deliver(_ resumptions: inout [Resumption]) {
        while let read = reads.first, !incoming.isEmpty || output < 0 {
            reads.removeFirst()
            if hasTimedOut {
                let result = failure(.timedOut)
                resumptions.append { read.done.resume(returning: .failure(result)) }
            } else if incoming.isEmpty {
                resumptions.append { read.done.resume(returning: .success(nil)) }
            } else {
                let bytes = Array(incoming.prefix(read.maximum))
                incoming.removeFirst(bytes.count)
                resumptions.append { read.done.resume(returning: .success(bytes)) }
            }
        }
        guard let exit, errors < 0, !waits.isEmpty else { return }
        let result: Result<ProcessExit, ProcessFailure> = hasTimedOut ? .failure(failure(.timedOut)) : .success(exit)
        for wait in waits { resumptions.append { wait.done.resume(returning: result) } }
        waits = []
    }
}
