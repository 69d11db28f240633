// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program in a session of its own, without a shell and without our files and signals.

import Glibc
import JarvisPlatform

enum DetachedProcess {
    /// Starts `arguments[0]`, an absolute path, with the environment that JARVIS was given. Its end is awaited by a thread
    /// of its own, so that no zombie stays behind.
    /// - Throws: `Errno` when the program cannot be started.
    static func start(_ arguments: [String]) throws(Errno) {
        guard let program = arguments.first else { throw Errno(code: EINVAL) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Most of our files close themselves; closing one that is already gone is no error.
        for descriptor in inheritedDescriptors() { posix_spawn_file_actions_addclose(&actions, descriptor) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | startsSession
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var vector = arguments.map { strdup($0) }
        defer { for argument in vector { free(argument) } }
        vector.append(nil)
        var environment = Environment.inheritable().map { strdup($0) }
        defer { for entry in environment { free(entry) } }
        environment.append(nil)
        var child = pid_t()
        let status = posix_spawn(&child, program, &actions, &attributes, vector, environment)
        guard status == 0 else { throw Errno(code: status) }
        let id = child
        WorkerThread(name: "launched").async {
            var state: Int32 = 0
            while waitpid(id, &state, 0) < 0, errno == EINTR {}
        }
    }

    /// Open files beyond standard error that a child would inherit.
    private static func inheritedDescriptors() -> [Int32] {
        SmallFile.names("/proc/self/fd").compactMap { Int32($0) }.filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return descriptor > STDERR_FILENO && flags >= 0 && flags & FD_CLOEXEC == 0
        }
    }

    /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not see because of its feature macro.
    private static let startsSession: Int32 = 0x80

    /// The absolute path of a program, looked up in PATH when it has no slash; nil when it cannot be run.
    static func resolve(_ program: String, searchPath: String) -> String? {
        if program.contains("/") { return SmallFile.isExecutable(program) ? program : nil }
        let folders = searchPath.split(separator: ":").map(String.init)
        return folders.map { $0 + "/" + program }.first(where: SmallFile.isExecutable)
    }
}

/// An error number of the C library.
struct Errno: Error, Hashable {
    var code: Int32

    var text: String { String(cString: strerror(code)) }
}
