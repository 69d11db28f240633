// SPDX-License-Identifier: GPL-3.0-or-later
// An event log that the test reads.

public import JarvisCore
import Synchronization

/// Keeps every logged line.
public final class FakeEventLog: EventLog {
    private let lines = Mutex<[(name: String, fields: [String: LogValue])]>([])

    public init() {}

    public var names: [String] { lines.withLock { $0.map(\.name) } }

    public func fields(of name: String) -> [[String: LogValue]] {
        lines.withLock { $0.filter { $0.name == name }.map(\.fields) }
    }

    public func record(_ name: String, _ fields: [String: LogValue]) {
        lines.withLock { $0.append((name, fields)) }
    }
}
