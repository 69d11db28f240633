// SPDX-License-Identifier: GPL-3.0-or-later
// Collects events for the demo's report.

import JarvisCore
import Synchronization

/// Passes events on, and remembers them.
final class DemoLog: EventLog {
    private let inner: any EventLog
    private let events = Mutex<[String: [[String: LogValue]]]>([:])

    init(_ inner: any EventLog) {
        self.inner = inner
    }

    func record(_ name: String, _ fields: [String: LogValue]) {
        events.withLock { $0[name, default: []].append(fields) }
        inner.record(name, fields)
    }

    /// The fields of the first event with this name that has the given field.
    func first(_ name: String, having field: String) -> [String: LogValue] {
        events.withLock { $0[name]?.first { $0[field] != nil } ?? [:] }
    }

    /// The number of events with this name.
    func count(of name: String) -> Int {
        events.withLock { $0[name]?.count ?? 0 }
    }

    /// A text field of an event with this name, by default the first one; empty if there is none.
    func text(_ field: String, of name: String, at index: Int = 0) -> String {
        let event = events.withLock { events in
            events[name].flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
        return if case .text(let text) = event?[field] { text } else { "" }
    }
}
