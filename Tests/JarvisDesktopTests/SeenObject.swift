// SPDX-License-Identifier: GPL-3.0-or-later
// The window's accessibility tree after a series of keys.

import Testing

/// An object in the accessibility tree.
struct SeenObject {
    var role: String
    var name: String
    var states: String

    /// All objects of an idle window after pressing these keys.
    static func all(after keys: [String], _ arguments: [String] = []) async throws -> [SeenObject] {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys.joined(separator: ",")],
            ["show", "--state", "idle"] + arguments)
        try #require(result.status == 0, "\(result.output)")
        // GDK asks for the size of a monitor that a busy X server has not reported yet.
        let critical = result.output.split(separator: "\n").filter {
            $0.contains("CRITICAL") && !$0.contains("gdk_monitor_get_geometry")
        }
        #expect(critical.isEmpty, "\(critical)")
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4 else { return nil }
            return SeenObject(role: String(fields[1]), name: String(fields[2]), states: String(fields[3]))
        }
    }
}

extension [SeenObject] {
    /// The names of the buttons, in order.
    var buttons: [String] { filter { $0.role == "push button" }.map(\.name) }

    /// The name of the focused object.
    var focused: String? { last { $0.states.hasPrefix("focused") }?.name }
}
