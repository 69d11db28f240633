// SPDX-License-Identifier: GPL-3.0-or-later
// This program as its own child, to be killed.

import Glibc
import JarvisPlatform

/// A running child whose output is read line by line.
final class CrashChild {
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>
    private var isReaped = false

    init(_ arguments: [String]) throws {
        guard let program = Environment.executablePath() else { throw MeasurementFailure.missing("this program") }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, let output = fdopen(ends[0], "r") else {
            throw MeasurementFailure.missing("a pipe")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.output = output
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process = pid_t()
        // Whoever dies here is told of in one line.
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        let status = posix_spawn(&process, program, &actions, nil, &words, environ)
        close(ends[1])
        guard status == 0 else { throw MeasurementFailure.missing(program) }
        self.process = process
    }

    deinit {
        if !isReaped { kill() }
        fclose(output)
    }

    /// The next line; nil at the end.
    func line() -> String? {
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        let count = getline(&line, &room, output)
        guard count > 0, let line else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: line, count: count - 1), as: UTF8.self)
    }

    /// The rest of the output.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Ends it the hard way.
    func kill() {
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isReaped = true
    }
}
