// SPDX-License-Identifier: GPL-3.0-or-later
// Watches the event log for what the demo reports.

import JarvisCore
import Synchronization

/// Passes events on and remembers them.
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

    /// The fields of the first event of this name.
    func first(_ name: String) -> [String: LogValue] {
        events.withLock { $0[name]?.first ?? [:] }
    }

    /// A text field of the first event of this name; empty when there is none.
    func text(_ field: String, of name: String) -> String {
        if case .text(let text) = first(name)[field] { text } else { "" }
    }
}
