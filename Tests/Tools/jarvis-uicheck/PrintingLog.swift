// SPDX-License-Identifier: GPL-3.0-or-later
// An event log on standard output, for a program that drives the window from outside.

import Glibc
import JarvisCore

/// Prints one line per event: the name and `key=value` pairs, sorted by key.
struct PrintingLog: EventLog {
    func record(_ name: String, _ fields: [String: LogValue]) {
        let pairs = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.text($0.value))" }
        let line = (["event", name] + pairs).joined(separator: " ") + "\n"
        // One write per line, bypassing the buffers of standard output, since the reader waits for it.
        _ = line.withCString { write(1, $0, strlen($0)) }
    }

    private static func text(_ value: LogValue) -> String {
        switch value {
        // An event must fit on one line.
        case .text(let text): text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .flag(let flag): String(flag)
        }
    }
}
