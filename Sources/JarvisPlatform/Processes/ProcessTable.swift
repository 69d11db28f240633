// SPDX-License-Identifier: GPL-3.0-or-later
// Holds all children of a runner, and runs the thread that moves their bytes, waits for their exits and tracks their
// deadlines.

import CProcess
import Glibc
import Synchronization

/// Exists as long as the runner, a handle of one of its children, or unfinished work of its thread.
final class ProcessTable: Sendable {
    private struct State {
        var children: [UInt64: ChildState] = [:]
        var lastID: UInt64 = 0
        var isRunning = false
        var isClosed = false
        /// The descriptors for waking the thread: it reads from one end, and others write to the other.
        var wake: (read: Int32, write: Int32) = (-1, -1)
    }

    private enum Part {
        case wake, ending, input, output, errors
    }

    private let state = Mutex(State())

    /// Adds a child that has just been started.
    /// - Returns: The child's number in this table; nil if the system has no descriptor left for the thread.
    func add(_ child: sending ChildState) -> UInt64? {
        let added = state.withLock { state -> (id: UInt64, starts: Bool)? in
            if !state.isRunning {
                var ends: [Int32] = [-1, -1]
                guard jarvis_pipe(&ends) == 0 else { return nil }
                for descriptor in ends { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
                state.wake = (ends[0], ends[1])
            }
            let starts = !state.isRunning
            state.isRunning = true
            state.lastID += 1
            state.children[state.lastID] = child
            Self.wake(state)
            return (state.lastID, starts)
        }
        if let added, added.starts { WorkerThread(name: "processes").async { self.run() } }
        return added?.id
    }

    /// A number that is unique within this table.
    func newID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Called when the runner has been released: the thread ends with the last child.
    func close() {
        state.withLock { state in
            state.isClosed = true
            Self.wake(state)
        }
    }

    /// Changes a child's state and wakes the thread.
    func change<Result: Sendable>(
        _ id: UInt64, _ body: (inout ChildState, inout [Resumption]) -> Result
    ) -> Result? {
        var resumptions: [Resumption] = []
        let result = state.withLock { state -> Result? in
            guard var child = state.children[id] else { return nil }
            let result = body(&child, &resumptions)
            state.children[id] = child
            Self.wake(state)
            return result
        }
        for resume in resumptions { resume() }
        return result
    }

    private static func wake(_ state: State) {
        guard state.wake.write >= 0 else { return }
        var byte: UInt8 = 0
        // An error is harmless: a full pipe wakes the thread just as well.
        _ = Glibc.write(state.wake.write, &byte, 1)
    }

    /// Runs the thread. Descriptors are closed only here, so that none is reused while `poll` watches it.
    private func run() {
        // Writing to a program that no longer reads must return an error, and not end JARVIS.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ChildState.outputCapacity, alignment: 16)
        defer { buffer.deallocate() }
        var watched: [pollfd] = []
        var parts: [(id: UInt64, part: Part)] = []
        while let timeout = plan(&watched, &parts) {
            if poll(&watched, nfds_t(watched.count), timeout) < 0 { watched.removeAll() }
            var resumptions: [Resumption] = []
            state.withLock { state in
                for (watch, target) in zip(watched, parts) where watch.revents != 0 {
                    Self.handle(target.part, of: target.id, &state, buffer, &resumptions)
                }
                let now = MonotonicTime.nanoseconds()
                for id in Array(state.children.keys) {
                    state.children[id]?.check(now, buffer, &resumptions)
                    state.children[id]?.deliver(&resumptions)
                    if state.children[id]?.isForgettable == true { state.children[id] = nil }
                }
            }
            for resume in resumptions { resume() }
        }
    }

    /// Collects the descriptors to watch, and returns how many milliseconds to wait for them (-1 for no limit); nil if
    /// nothing is left to do.
    private func plan(_ watched: inout [pollfd], _ parts: inout [(id: UInt64, part: Part)]) -> Int32? {
        watched.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        return state.withLock { state -> Int32? in
            if state.isClosed, state.children.isEmpty {
                Glibc.close(state.wake.read)
                Glibc.close(state.wake.write)
                state.wake = (-1, -1)
                state.isRunning = false
                return nil
            }
            func watch(_ descriptor: Int32, _ events: Int32, _ id: UInt64, _ part: Part) {
                watched.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
                parts.append((id, part))
            }
            watch(state.wake.read, POLLIN, 0, .wake)
            var next: Int64?
            for (id, child) in state.children {
                if child.ending >= 0 { watch(child.ending, POLLIN, id, .ending) }
                // Leave out pipes without pending work, which would report their hang-up over and over.
                if child.wantsInput { watch(child.input, POLLOUT, id, .input) }
                if child.wantsOutput { watch(child.output, POLLIN, id, .output) }
                if child.errors >= 0 { watch(child.errors, POLLIN, id, .errors) }
                if let deadline = child.nextDeadline { next = min(next ?? deadline, deadline) }
            }
            guard let next else { return -1 }
            let rest = max(0, next - MonotonicTime.nanoseconds())
            return Int32(clamping: (rest + 999_999) / 1_000_000)
        }
    }

    private static func handle(
        _ part: Part, of id: UInt64, _ state: inout State, _ buffer: UnsafeMutableRawBufferPointer,
        _ resumptions: inout [Resumption]
    ) {
        switch part {
        case .wake: while Glibc.read(state.wake.read, buffer.baseAddress, buffer.count) > 0 {}
        case .ending: state.children[id]?.reap(&resumptions)
        case .input: if state.children[id]?.wantsInput == true { state.children[id]?.writeOn(&resumptions) }
        case .output: if state.children[id]?.wantsOutput == true { state.children[id]?.readOutput(buffer) }
        case .errors: state.children[id]?.readErrors(buffer)
        }
    }
}
