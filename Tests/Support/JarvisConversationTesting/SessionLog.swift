// SPDX-License-Identifier: GPL-3.0-or-later
// The event log of a conversation in this process: the lines that `--events` would write, in memory.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Keeps every event with its virtual time, and wakes tasks that wait for one.
public final class SessionLog: EventLog {
    private let lines = Mutex<[JSONObject]>([])
    private let time: VirtualTime
    private let changes: Broadcast<Void>

    /// - Parameter changes: Receives a value for each line.
    init(time: VirtualTime, changes: Broadcast<Void>) {
        self.time = time
        self.changes = changes
    }

    /// Every event so far.
    public var all: [JSONObject] { lines.withLock { $0 } }

    public func record(_ name: String, _ fields: [String: LogValue]) {
        let members = fields.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value.json) }
        lines.withLock { lines in
            // The time is read under the lock to keep lines in chronological order.
            let head: [JSONObject.Member] = [
                .init(key: "t", value: .number(time.elapsed / .seconds(1))), .init(key: "event", value: .text(name)),
            ]
            lines.append(JSONObject(members: head + members))
        }
        changes.send()
    }
}

/// The log of one run of a conversation; silent once the run has been killed.
final class RunLog: EventLog {
    private let log: SessionLog
    private let isOver = Mutex(false)

    init(_ log: SessionLog) {
        self.log = log
    }

    func end() { isOver.withLock { $0 = true } }

    func record(_ name: String, _ fields: [String: LogValue]) {
        if !isOver.withLock({ $0 }) { log.record(name, fields) }
    }
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
