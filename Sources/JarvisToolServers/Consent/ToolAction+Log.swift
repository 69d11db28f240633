// SPDX-License-Identifier: GPL-3.0-or-later
// Logs a call without anything that was sent to a server or came from it.

public import JarvisCore

extension ToolAction {
    /// The fields of a "tool-call" event.
    /// - Parameter error: The error of a failed call. Only its kind is logged; the text of `failure` must not be.
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
