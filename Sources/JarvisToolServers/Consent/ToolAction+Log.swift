// SPDX-License-Identifier: GPL-3.0-or-later
// A call as the event log tells of it: nothing that was sent, and nothing that a server has said.

public import JarvisCore

extension ToolAction {
    /// The fields of a "tool-call".
    /// - Parameter error: Why it failed, where it did; `failure` has words that are none of the log's business.
    public func logFields(error: (any Error)? = nil) -> [String: LogValue] {
        var fields: [String: LogValue] = [
            "server": .text(server), "tool": .text(tool), "failed": .flag(failure != nil),
            "allowedBy": .text(ground?.rawValue ?? "none"),
        ]
        fields["bytes"] = resultBytes.map { .integer(Int64($0)) }
        fields["milliseconds"] = milliseconds.map(LogValue.integer)
        if let error { fields["failure"] = .text((error as? ToolServerFailure)?.kindName ?? "cancelled") }
        return fields
    }
}
