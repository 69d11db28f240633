// SPDX-License-Identifier: GPL-3.0-or-later
// Handles the events of one child on the table's thread: moves bytes, collects the exit status, and handles deadlines.

import Glibc

extension ChildState {
    /// Writes pending input, as much as the pipe accepts.
    mutating func writeOn(_ resumptions: inout [Resumption]) {
        while let write = writes.first {
            let count = write.rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count >= 0 else { return closeInput(&resumptions) }
            writes[0].isBegun = true
            writes[0].rest = write.rest.dropFirst(count)
            guard writes[0].rest.isEmpty else { continue }
            if let done = writes.removeFirst().done { resumptions.append { done.resume(returning: .success(())) } }
        }
    }

    /// Reads the program's output, up to the available capacity; closes the pipe at the end of the output.
    mutating func readOutput(_ buffer: UnsafeMutableRawBufferPointer) {
        let room = discardsOutput ? buffer.count : min(buffer.count, Self.outputCapacity - incoming.count)
        let count = Glibc.read(output, buffer.baseAddress, room)
        if count > 0, !discardsOutput { incoming += buffer.prefix(count) }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { closeOutput() }
        // After the drain deadline, only an unrelated process still holds an empty pipe open.
        if count < 0, errno == EAGAIN, let drainDeadline, MonotonicTime.nanoseconds() >= drainDeadline {
            closeOutput()
        }
    }

    /// Reads the program's error output, of which only the end is kept.
    mutating func readErrors(_ buffer: UnsafeMutableRawBufferPointer) {
        let count = Glibc.read(errors, buffer.baseAddress, buffer.count)
        if count > 0 { errorTail = Array((errorTail + buffer.prefix(count)).suffix(Self.errorCapacity)) }
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { closeErrors() }
    }

    /// Collects the program's exit status. First kills the rest of its group, because afterwards another process may
    /// get the group's number.
    mutating func reap(_ resumptions: inout [Resumption]) {
        if !isDetached { signal(SIGKILL) }
        var raw: Int32 = 0
        switch waitpid(process, &raw, WNOHANG) {
        case process: exit = ProcessExit(waitStatus: raw)
        // Other code has collected the status, so it will never arrive here.
        case -1 where errno == ECHILD: exit = .signalled(SIGKILL)
        default: return
        }
        close(ending)
        ending = -1
        stageDeadline = nil
        drainDeadline = MonotonicTime.nanoseconds() + Self.drainNanoseconds
        closeInput(&resumptions)
    }

    /// Handles deadlines that have passed.
    mutating func check(_ now: Int64, _ buffer: UnsafeMutableRawBufferPointer, _ resumptions: inout [Resumption]) {
        if let deadline, deadline <= now, exit == nil || output >= 0 {
            self.deadline = nil
            hasTimedOut = true
            stop(&resumptions)
            failWrites(.timedOut, &resumptions)
            failReads(.timedOut, &resumptions)
        }
        let late = reads.filter { $0.deadline.map { $0 <= now } ?? false }
        if !late.isEmpty {
            let result = failure(.timedOut)
            reads.removeAll { read in late.contains { $0.id == read.id } }
            for read in late { resumptions.append { read.done.resume(returning: .failure(result)) } }
        }
        if let stageDeadline, stageDeadline <= now { advance(now) }
        if let drainDeadline, drainDeadline <= now {
            if errors >= 0 { readErrors(buffer) }
            closeErrors()
            if output >= 0, discardsOutput { closeOutput() }
            if output >= 0, incoming.isEmpty { readOutput(buffer) }
        }
        if closesInput, writes.isEmpty { closeInput(&resumptions) }
        if isAbandoned {
            closeInput(&resumptions)
            closeOutput()
            closeErrors()
        }
    }

    /// Starts to end the program: closes its input and discards its output, so that it never waits for a reader.
    mutating func beginEnding(_ now: Int64, grace: Int64, _ resumptions: inout [Resumption]) {
        guard stage == .none, exit == nil else { return }
        stage = .inputClosed
        stageLength = grace
        stageDeadline = now + grace
        discardsOutput = true
        incoming = []
        closesInput = true
        failWrites(.inputClosed, &resumptions)
    }

    private mutating func advance(_ now: Int64) {
        switch stage {
        case .none, .killed: stageDeadline = nil
        case .inputClosed:
            signal(SIGTERM)
            stage = .terminated
            stageDeadline = now + stageLength
        case .terminated:
            signal(SIGKILL)
            stage = .killed
            stageDeadline = nil
        }
    }

    /// Kills the program and its group; its output is no longer read.
    mutating func stop(_ resumptions: inout [Resumption]) {
        signal(SIGKILL)
        discardsOutput = true
        incoming = []
        closesInput = true
        failWrites(.inputClosed, &resumptions)
    }
}
