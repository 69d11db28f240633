// SPDX-License-Identifier: GPL-3.0-or-later
// A child process that communicates in lines and may be killed at any of them.

import Glibc

/// A child could not be started.
public struct LineChildFailure: Error {
    /// What failed.
    public var reason: String
}

/// A running program whose standard output is read line by line; it is killed when this is released.
public final class LineChild {
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>
    private var isReaped = false

    /// Starts the executable at the path `program`.
    /// - Throws: `LineChildFailure`.
    public init(_ program: String, _ arguments: [String]) throws {
        var ends: [Int32] = [0, 0]
        // Closed on exec from the start: a child of another thread that inherited them would keep the output open.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let output = fdopen(ends[0], "r") else {
            throw LineChildFailure(reason: "socketpair: \(errno)")
        }
        self.output = output
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let status = posix_spawn(&process, program, &actions, nil, &words, environ)
        close(ends[1])
        guard status == 0 else { throw LineChildFailure(reason: "\(program): \(status)") }
        self.process = process
    }

    deinit {
        if !isReaped { kill() }
        fclose(output)
    }

    /// The next line; nil at the end.
    public func line() -> String? {
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        let count = getline(&line, &room, output)
        guard count > 0, let line else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: line, count: count - 1), as: UTF8.self)
    }

    /// The rest of the output.
    public func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Kills the program (SIGKILL).
    public func kill() {
        Glibc.kill(process, SIGKILL)
        _ = wait()
    }

    /// The wait status once it has ended.
    @discardableResult
    public func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isReaped = true
        return status
    }
}
