// SPDX-License-Identifier: GPL-3.0-or-later
// The port of the log that tests, benchmarks and bug reports read.

/// Receives every state change and timing, for observation from outside. Called on any thread; never blocks long.
public protocol EventLog: Sendable {
    /// Writes one JSON line: a monotonic time, `name`, and `fields`.
    func record(_ name: String, _ fields: [String: LogValue])
}

/// A value in the event log.
public enum LogValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case flag(Bool)
}
