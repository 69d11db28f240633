// SPDX-License-Identifier: GPL-3.0-or-later
// Starts all child programs: with pipes, until they have ended, or detached. A single thread serves any number of them;
// it starts with the first one, and ends with this object and the last of them.

import Glibc

/// Starts programs without a shell, each in its own session. May be used from any thread.
public final class ProcessRunner: Sendable {
    private let table = ProcessTable()

    public init() {}

    deinit {
        table.close()
    }

    /// Starts a program for reading and writing while it runs.
    /// - Parameter limit: The time limit for the whole exchange, after which the program is killed and operations fail
    ///   with `timedOut`; nil for none.
    /// - Throws: `ProcessFailure` if the program can't be started.
    public func start(
        _ command: ProcessCommand, limit: Duration? = nil
    ) throws(ProcessFailure) -> RunningProcess {
        let spawned = try Spawn.piped(command)
        let deadline = limit.map { MonotonicTime.nanoseconds(after: $0) }
        guard let id = table.add(ChildState(spawned, name: command.name, deadline: deadline)) else {
            throw Self.abandon(spawned, command)
        }
        return RunningProcess(table: table, id: id, name: command.name)
    }

    /// Runs a program to completion with `input`.
    /// - Parameters:
    ///   - limit: The time limit for the whole run.
    ///   - outputLimit: The most output in bytes.
    /// - Throws: `ProcessFailure`, after killing the program. A non-zero exit status is a normal result, not a thrown
    ///   error.
    public func run(
        _ command: ProcessCommand, input: [UInt8] = [], limit: Duration, outputLimit: Int = 16 << 20
    ) async throws(ProcessFailure) -> ProcessResult {
        let process = try start(command, limit: limit)
        process.give(input)
        var output: [UInt8] = []
        while let bytes = try await process.read() {
            output += bytes
            guard output.count <= outputLimit else {
                process.kill()
                throw ProcessFailure(program: command.name, kind: .tooMuchOutput(limitBytes: outputLimit))
            }
        }
        let exit = try await process.wait()
        return ProcessResult(exit: exit, output: output, lastErrors: process.lastErrors)
    }

    /// Starts a detached program without input or output; it leaves no zombie.
    /// - Throws: `ProcessFailure` if the program can't be started.
    public func launch(_ command: ProcessCommand) throws(ProcessFailure) {
        let spawned = try Spawn.detached(command)
        guard table.add(ChildState(spawned, name: command.name, isDetached: true)) != nil else {
            throw Self.abandon(spawned, command)
        }
    }

    /// Ends a program that has been started, because there is no thread to serve it.
    private static func abandon(_ spawned: SpawnedProcess, _ command: ProcessCommand) -> ProcessFailure {
        let code = errno
        kill(-spawned.process, SIGKILL)
        var raw: Int32 = 0
        while waitpid(spawned.process, &raw, 0) < 0, errno == EINTR {}
        for descriptor in [spawned.ending, spawned.input, spawned.output, spawned.errors] where descriptor >= 0 {
            close(descriptor)
        }
        return ProcessFailure(program: command.name, kind: .notStarted(errno: code))
    }
}
