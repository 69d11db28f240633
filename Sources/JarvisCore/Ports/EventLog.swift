// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the log that tests, benchmarks and bug reports read.

/// Receives state changes and timings. Callers use any thread, so `record` must not block for long.
public protocol EventLog: Sendable {
    /// Writes one JSON line with a monotonic time, `name` and `fields`.
    func record(_ name: String, _ fields: [String: LogValue])
}

/// A value in the event log.
public enum LogValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
}
