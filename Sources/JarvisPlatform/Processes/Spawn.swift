// SPDX-License-Identifier: GPL-3.0-or-later
// Starts programs. Each leads its own session, and inherits no descriptors, signal masks or secrets.

import CProcess
import Glibc

/// A new process, with our ends of its pipes (-1 for none).
struct SpawnedProcess {
    var process: pid_t
    /// A descriptor that becomes readable when the process ends.
    var ending: Int32
    var input: Int32
    var output: Int32
    var errors: Int32
}

enum Spawn {
    /// Starts a program with pipes for its standard streams.
    /// - Throws: `ProcessFailure` if it cannot be started.
    static func piped(_ command: ProcessCommand) throws(ProcessFailure) -> SpawnedProcess {
        var pipes: [[Int32]] = []
        for _ in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard jarvis_pipe(&ends) == 0 else {
                let code = errno
                pipes.joined().forEach { close($0) }
                throw ProcessFailure(program: command.name, kind: .notStarted(errno: code))
            }
            pipes.append(ends)
        }
        // The child reads from the first pipe and writes to the others.
        let (theirs, ours) = ([pipes[0][0], pipes[1][1], pipes[2][1]], [pipes[0][1], pipes[1][0], pipes[2][0]])
        defer { theirs.forEach { close($0) } }
        for descriptor in ours { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        do {
            var spawned = try spawn(command) { actions in
                for (target, source) in theirs.enumerated() {
                    posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
                }
            }
            (spawned.input, spawned.output, spawned.errors) = (ours[0], ours[1], ours[2])
            return spawned
        } catch {
            ours.forEach { close($0) }
            throw error
        }
    }

    /// Starts a program whose standard streams are /dev/null.
    /// - Throws: `ProcessFailure` if it cannot be started.
    static func detached(_ command: ProcessCommand) throws(ProcessFailure) -> SpawnedProcess {
        try spawn(command) { actions in
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
    }

    private static func spawn(
        _ command: ProcessCommand, _ addStandardFiles: (inout posix_spawn_file_actions_t) -> Void
    ) throws(ProcessFailure) -> SpawnedProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        addStandardFiles(&actions)
        if let folder = command.folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
        // Most of our descriptors are close-on-exec, but libraries leave some that aren't.
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

        // Threads of Swift's pool block signals. A child would inherit that, as well as ignored signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | jarvis_spawn_setsid
        posix_spawnattr_setflags(&attributes, flags)

        var vector: [UnsafeMutablePointer<CChar>?] =
            ([command.program] + command.arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] =
            Self.environment(of: command).map { strdup($0) } + [nil]
        defer { for text in vector + environment { free(text) } }
        var process = pid_t()
        let status = posix_spawnp(&process, command.program, &actions, &attributes, &vector, &environment)
        guard status == 0 else { throw ProcessFailure(program: command.name, kind: .notStarted(errno: status)) }
        // Before the table has the process, its exit status can't be collected, so the number still is the process's
        // own.
        let ending = jarvis_pidfd_open(process)
        guard ending >= 0 else {
            let code = errno
            kill(-process, SIGKILL)
            var raw: Int32 = 0
            while waitpid(process, &raw, 0) < 0, errno == EINTR {}
            throw ProcessFailure(program: command.name, kind: .notStarted(errno: code))
        }
        return SpawnedProcess(process: process, ending: ending, input: -1, output: -1, errors: -1)
    }

    private static func environment(of command: ProcessCommand) -> [String] {
        let additions = command.environment
        let kept = Environment.inheritable().filter { entry in
            let name = String(entry.prefix { $0 != "=" })
            return additions[name] == nil && (command.inheritsEverything || Environment.isEssential(name))
        }
        return kept + additions.map { "\($0.key)=\($0.value)" }
    }
}
