// SPDX-License-Identifier: GPL-3.0-or-later
// Programs run by tests: started without a shell, always waited for, and killed when the test no longer needs them.

public import Glibc
import Synchronization

/// A running child process; it is killed when this object is released.
public final class ChildProcess: Sendable {
    /// A program that could not be started.
    public struct StartFailure: Error {
        public var program: String
        public var errno: Int32
    }

    public let processIdentifier: pid_t
    private let outputFile: String
    private let status = Mutex<Int32?>(nil)

    /// Starts `program` (looked up in PATH), with standard output and error written to one file.
    /// - Parameter environment: Added to this process's own.
    public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        outputFile = try Self.temporaryPath("jarvis-child")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Dispatch's threads block signals, and a child inherits that: SIGTERM would never reach it.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let argv = CStrings([program] + arguments)
        let envp = CStrings(Self.mergedEnvironment(environment))
        var child = pid_t()
        let failure = posix_spawnp(&child, program, &actions, &attributes, argv.pointers, envp.pointers)
        guard failure == 0 else { throw StartFailure(program: program, errno: failure) }
        processIdentifier = child
    }

    deinit {
        if isRunning {
            send(signal: SIGKILL)
            wait()
        }
        unlink(outputFile)
    }

    /// Everything the child has written so far.
    public var output: String { Self.contents(of: outputFile) }

    /// True until the child has ended.
    public var isRunning: Bool { poll() == nil }

    /// Sends a signal; does nothing if the child has ended.
    public func send(signal: Int32) {
        status.withLock { status in
            if status == nil { kill(processIdentifier, signal) }
        }
    }

    /// Waits for the end, blocking.
    /// - Returns: The exit status, or 128 + the signal that ended the child.
    @discardableResult
    public func wait() -> Int32 {
        while true {
            if let status = poll() { return status }
            pauseBriefly()
        }
    }

    /// Waits for the end without blocking the executor; nil if it does not come within `limit`.
    public func exit(within limit: Duration) async throws -> Int32? {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let status = poll() { return status }
            try await Task.sleep(for: .milliseconds(10))
        }
        return poll()
    }

    private func poll() -> Int32? {
        status.withLock { status in
            if let status { return status }
            var raw: Int32 = 0
            switch waitpid(processIdentifier, &raw, WNOHANG) {
            case processIdentifier: break
            // Another waiter has taken the status, so it will never arrive.
            case -1 where errno == ECHILD: raw = SIGKILL
            default: return nil
            }
            status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
            return status
        }
    }

    private func pauseBriefly() {
        var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
        // A blocking waitpid would keep the lock that other threads need for sending a signal.
        nanosleep(&pause, nil)
    }

    /// Runs a program to its end.
    /// - Returns: The exit status (nil if it took longer than `limit` and was killed) and all output.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        within limit: Duration = .seconds(60)
    ) async throws -> (status: Int32?, output: String) {
        let child = try ChildProcess(program, arguments, environment: environment)
        let status = try await child.exit(within: limit)
        return (status, child.output)
    }

    /// The text of a file; empty if unreadable.
    public static func contents(of path: String) -> String {
        String(decoding: bytes(of: path), as: UTF8.self)
    }

    /// The bytes of a file; empty if unreadable.
    public static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block.prefix(count) }
        return bytes
    }

    private static func temporaryPath(_ name: String) throws -> String {
        var template = Array("/tmp/\(name).XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw StartFailure(program: name, errno: errno) }
        close(file)
        return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    private static func mergedEnvironment(_ additions: [String: String]) -> [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            let name = String(text.prefix { $0 != "=" })
            if additions[name] == nil { entries.append(text) }
            next += 1
        }
        return entries + additions.map { "\($0.key)=\($0.value)" }
    }
}

/// A null-terminated array of C strings, valid during a call.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
