// SPDX-License-Identifier: GPL-3.0-or-later
// The mouse pointer over the program's window.

import JarvisPlatform
import JarvisTesting
import Testing

enum WindowPointer {
    /// Moves the pointer to a place in the window and runs xdotool actions there.
    static func act(_ arguments: [String], at place: (x: Int, y: Int)) async throws {
        let move = ["mousemove", "--window", try await window(), "\(place.x)", "\(place.y)"]
        let result = try await ChildProcess.run("xdotool", move + arguments, within: .seconds(60))
        #expect(result.status == 0, "xdotool: \(result.output)")
    }

    /// The window's ID; retried if another window closes during the search.
    static func window() async throws -> String {
        var last = ""
        for _ in 0..<10 {
            let search = try await ChildProcess.run("xdotool", ["search", "--onlyvisible", "--name", "^JARVIS$"])
            // A tooltip has the same name and comes first, so take the last.
            if search.status == 0, let number = search.output.split(separator: "\n").last { return String(number) }
            last = search.output
        }
        Issue.record("xdotool finds no window: \(last)")
        return ""
    }
}
