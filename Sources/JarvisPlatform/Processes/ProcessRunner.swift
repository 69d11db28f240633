// SPDX-License-Identifier: GPL-3.0-or-later
// The one way to start programs: with pipes, to their end, or on their own. However many run, one thread looks after
// them; it begins with the first and ends with this object and the last of them.

import Glibc

/// Starts programs without a shell, each in a session of its own. May be used from any thread.
public final class ProcessRunner: Sendable {
    private let table = ProcessTable()

    public init() {}

    deinit {
        table.close()
    }

    /// Starts a program that is written to and read from while it runs.
    /// - Parameter limit: the time for the whole exchange: afterwards the program is killed, and whatever is asked of
    ///   it fails with `timedOut`; nil: as long as it likes.
    /// - Throws: `ProcessFailure` when it cannot be started.
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

    /// Runs a program to its end with `input`.
    /// - Parameters:
    ///   - limit: the time for all of it.
    ///   - outputLimit: how many bytes of output are taken.
    /// - Throws: `ProcessFailure`; then the program has been killed. A program that ends with a status of its own
    ///   choice has not failed here.
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

    /// Starts a program that goes on by itself, with nothing to read and nowhere to write; its end leaves no zombie.
    /// - Throws: `ProcessFailure` when it cannot be started.
    public func launch(_ command: ProcessCommand) throws(ProcessFailure) {
        let spawned = try Spawn.detached(command)
        guard table.add(ChildState(spawned, name: command.name, isDetached: true)) != nil else {
            throw Self.abandon(spawned, command)
        }
    }

    /// Ends a program for which there is no thread.
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
