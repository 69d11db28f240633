// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the event log as JSON lines, in chronological order. Tests, benchmarks and bug reports read it.

import Glibc
public import JarvisCore
import Synchronization

/// Writes events to a file or to standard output, one write per line. A failing log doesn't disturb the program: it
/// only counts the lost lines.
///
///     {"t":1234.567890123,"event":"state","to":"listening"}
public final class JSONLinesEventLog: EventLog {
    private let descriptor: Int32
    private let isTerminal: Bool
    private let path: String
    private let onLoss: @Sendable (StoreFailure) -> Void
    private let lost = Mutex(0)

    /// - Parameters:
    ///   - path: A file to append to, or "-" for standard output.
    ///   - onLoss: Called with the reason when the first line is lost, unless the reader has gone away.
    /// - Throws: `StoreFailure` if the file cannot be opened.
    public init(
        path: String, onLoss: @escaping @Sendable (StoreFailure) -> Void = { _ in }
    ) throws(StoreFailure) {
        self.path = path
        self.onLoss = onLoss
        if path == "-" {
            // Duplicated with close-on-exec, so that child processes don't inherit it.
            descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        } else {
            descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        }
        if descriptor < 0 { throw StoreFailure(errno: errno, path: path) }
        isTerminal = isatty(descriptor) == 1
        // A reader that exits ("jarvis --events - | head") must not end the program.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        close(descriptor)
    }

    /// The number of lines that could not be written.
    public var lostLineCount: Int { lost.withLock { $0 } }

    public func record(_ name: String, _ fields: [String: LogValue]) {
        let members = fields.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value.json) }
        let loss = lost.withLock { lost -> Int32? in
            // Read the clock under the lock, which keeps the lines in chronological order.
            let head: [JSONObject.Member] = [
                .init(key: "t", value: Self.time(MonotonicTime.nanoseconds())),
                .init(key: "event", value: .text(name)),
            ]
            var line = JSONValue.object(JSONObject(members: head + members)).bytes
            if isTerminal { line = Array(PlainText.escapedInJSON(String(decoding: line, as: UTF8.self)).utf8) }
            line.append(0x0A)
            guard let code = write(line) else { return nil }
            lost += 1
            return lost == 1 && code != EPIPE ? code : nil
        }
        // Call this outside the lock, since it may record an event.
        if let loss { onLoss(StoreFailure(errno: loss, path: path)) }
    }

    /// Writes a line.
    /// - Returns: The error number; nil after a success.
    private func write(_ line: [UInt8]) -> Int32? {
        line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return count == 0 ? EIO : errno }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }

    /// The time in seconds with nine decimals, without rounding to a Double.
    private static func time(_ nanoseconds: Int64) -> JSONValue {
        let fraction = String(nanoseconds % 1_000_000_000)
        return .number(
            literal: "\(nanoseconds / 1_000_000_000)." + String(repeating: "0", count: 9 - fraction.count) + fraction)
    }
}

/// An event log that discards everything.
public struct NoEventLog: EventLog {
    public init() {}

    public func record(_ name: String, _ fields: [String: LogValue]) {}
}

extension LogValue {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        }
    }
}
