// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON values from lines (NDJSON), regardless of how the body is split into pieces. Pure.

public import JarvisCore
public import JarvisPlatform

/// Reads one JSON value from each line. Lines end with LF or CR LF; empty ones are skipped.
public struct JSONLineReader: BodyParser {
    private var line: [UInt8] = []
    private let server: String
    private let maximumLineBytes: Int

    /// - Parameters:
    ///   - server: The server's name in failures.
    ///   - maximumLineBytes: The longest line in bytes: a longer one is a failure, so that a hostile server can't fill
    ///     the memory.
    public init(server: String, maximumLineBytes: Int = 1 << 20) {
        self.server = server
        self.maximumLineBytes = maximumLineBytes
    }

    /// The values completed by this piece.
    /// - Throws: `ServerFailure` for a line that is not JSON, or too long.
    public mutating func read(_ piece: [UInt8]) throws(ServerFailure) -> [JSONValue] {
        var values: [JSONValue] = []
        var rest = piece[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            try add(rest[..<end])
            if let value = try endLine() { values.append(value) }
            rest = rest[(end + 1)...]
        }
        try add(rest)
        return values
    }

    public mutating func finish() throws(ServerFailure) -> JSONValue? { try endLine() }

    private mutating func add(_ bytes: ArraySlice<UInt8>) throws(ServerFailure) {
        guard line.count + bytes.count <= maximumLineBytes else {
            throw ServerFailure(server: server, kind: .tooLarge(limitBytes: maximumLineBytes))
        }
        line += bytes
    }

    private mutating func endLine() throws(ServerFailure) -> JSONValue? {
        defer { line.removeAll(keepingCapacity: true) }
        guard line.contains(where: { $0 > 0x20 }) else { return nil }
        do {
            return try JSONValue(parsing: line)
        } catch {
            throw ServerFailure(server: server, kind: .malformed(.lineNotJSON(reason: error.reason)))
        }
    }
}
