// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is given bytes and answers bytes, without a shell. Reading blocks: it belongs on a worker thread.

import Glibc
public import JarvisCore
import Synchronization

/// A running program; it is killed when this object is released.
public final class PipedProcess: Sendable {
    private struct Life {
        var isReaped = false
        var isKilled = false
    }

    private let name: String
    private let process: pid_t
    private let output: Int32
    private let errors: Int32
    private let life = Mutex(Life())
    private let complaint = Mutex<[UInt8]>([])

    private static let longestComplaint = 4096

    /// Starts `program` (looked up in PATH) and gives it `input` on its standard input.
    /// - Throws: `ServerFailure` when it cannot be started.
    public init(_ program: String, _ arguments: [String], input: [UInt8]) throws(ServerFailure) {
        name = String(program.split(separator: "/").last ?? "program")
        // Sockets, not pipes: one whose other end is gone makes no signal, and they are closed in children from birth.
        var ends: [[Int32]] = []
        for _ in 0..<3 {
            var pair: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
                let reason = String(cString: strerror(errno))
                for descriptor in ends.joined() { close(descriptor) }
                throw ServerFailure(server: name, kind: .programFailed(reason))
            }
            ends.append(pair)
        }
        let (status, child) = Self.spawn(program, arguments, ends.map { $0[1] })
        for pair in ends { close(pair[1]) }
        guard status == 0 else {
            for pair in ends { close(pair[0]) }
            throw ServerFailure(server: name, kind: .programFailed(String(cString: strerror(status))))
        }
        process = child
        output = ends[1][0]
        errors = ends[2][0]
        // What a program does not take of its input shows in what it answers.
        _ = send(ends[0][0], input, input.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        close(ends[0][0])
    }

    deinit {
        kill()
        if !life.withLock({ $0.isReaped }) { _ = reap() }
        close(output)
        close(errors)
    }

    /// Ends the program now; reading ends too. Idempotent, from any thread.
    public func kill() {
        life.withLock { life in
            guard !life.isReaped, !life.isKilled else { return }
            life.isKilled = true
            Glibc.kill(process, SIGKILL)
        }
    }

    /// The next bytes, blocking; nil at the end of the program's output.
    /// - Throws: `ServerFailure` when nothing comes within `limit`, or the program fails.
    public func read(within limit: Duration) throws(ServerFailure) -> [UInt8]? {
        while true {
            var ready = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&ready, 2, Int32(clamping: limit.wholeMilliseconds))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                kill()
                throw ServerFailure(server: name, kind: .timedOut(.answer))
            }
            if ready[1].revents & Int16(POLLIN) != 0 {
                let text = Self.bytes(from: errors)
                complaint.withLock { $0 = ($0 + text).suffix(Self.longestComplaint) }
            }
            guard ready[0].revents != 0 else { continue }
            let bytes = Self.bytes(from: output)
            if !bytes.isEmpty { return bytes }
            let status = reap()
            if status == 0 || life.withLock({ $0.isKilled }) { return nil }
            let lines = complaint.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\n")
            let reason = lines.last.map { String($0.prefix(200)) } ?? "exit status \(status)"
            throw ServerFailure(server: name, kind: .programFailed(reason))
        }
    }

    private func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        life.withLock { $0.isReaped = true }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    private static func bytes(from descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, 16_384))
        }
    }

    private static func spawn(
        _ program: String, _ arguments: [String], _ standardFiles: [Int32]
    ) -> (status: Int32, child: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in standardFiles.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
        }
        // Threads of Swift's pool block signals, and a child inherits that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var vector: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = Environment.inheritable().map { strdup($0) } + [nil]
        defer { for text in vector + environment { free(text) } }
        var child = pid_t()
        return (posix_spawnp(&child, program, &actions, &attributes, &vector, &environment), child)
    }
}
