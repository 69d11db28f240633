// SPDX-License-Identifier: GPL-3.0-or-later
// The running window as assistive technology sees it.

package import JarvisPlatform
package import JarvisTesting
import Testing

/// A snapshot of the tree.
package struct AccessibilityTree {
    package struct Node {
        package var role: String
        package var name: String
        package var states: Set<String>
        /// Its centre in the window; nil if it has no position.
        package var center: (x: Int, y: Int)?
    }

    package let nodes: [Node]

    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")

    package init(of program: JarvisProgram) async throws {
        let identifier = String(program.child?.processIdentifier ?? 0)
        let result = try await ChildProcess.run(
            "/usr/bin/python3", ["-B", Self.root + "/Tests/Tools/accessibility-tree.py", "--pid", identifier],
            within: .seconds(600))
        try #require(result.status == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n")
        nodes = lines.compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 5 else { return nil }
            let place = fields[4].split(separator: ",").compactMap { Int($0) }
            return Node(
                role: String(fields[1]), name: String(fields[2]),
                states: Set(fields[3].split(separator: ",").map(String.init)),
                center: place.count == 2 ? (place[0], place[1]) : nil)
        }
    }

    /// Presses a button as a screen reader does.
    package static func press(buttonNamed name: String, of program: JarvisProgram) async throws {
        let identifier = String(program.child?.processIdentifier ?? 0)
        let result = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-B", root + "/Tests/Tools/accessibility-tree.py", "--pid", identifier, "--press", name],
            within: .seconds(600))
        #expect(result.status == 0, "\(result.output)")
    }

    /// The centre of a button, in the window.
    package func center(ofButtonNamed name: String) -> (Int, Int)? {
        nodes.first { $0.role == "push button" && $0.name == name }?.center
    }

    /// The centre of a button once it has stopped moving: parts of the window slide into place when it opens.
    package static func settledCenter(ofButtonNamed name: String, of program: JarvisProgram) async throws -> (Int, Int)
    {
        var places: [(Int, Int)] = []
        for _ in 0..<20 {
            guard let center = try await AccessibilityTree(of: program).center(ofButtonNamed: name) else { continue }
            if let last = places.last, center == last { return center }
            places.append(center)
        }
        return try #require(nil, "the button \(name) comes to rest; it was at \(places)")
    }

    /// Controls without a name, or named after their class.
    package var unnamed: [Node] {
        let controls: Set<String> = [
            "push button", "toggle button", "slider", "text", "entry", "combo box", "check box", "switch", "image",
            "list", "status bar",
        ]
        return nodes.filter { node in
            (controls.contains(node.role) || node.states.contains("focusable")) && node.role != "scroll pane"
                && (node.name.isEmpty || node.name.hasPrefix("Gtk"))
        }
    }
}
