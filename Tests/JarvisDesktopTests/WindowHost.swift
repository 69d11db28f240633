// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the program that owns GTK on its own virtual desktop: Swift Testing's main actor is not the main thread.

import Glibc
import JarvisTesting
import Testing

enum WindowHost {
    /// Exit status and output of a run.
    struct Result {
        var status: Int32?
        var output: String
    }

    static let root = String(#filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 })

    /// Path of the program, next to the running test bundle.
    static func program() throws -> String {
        var folder = try #require(executableFolder())
        while folder.count > 1 {
            let candidate = folder + "/jarvis-uicheck"
            if access(candidate, X_OK) == 0 { return candidate }
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        }
        return root + "/.build/debug/jarvis-uicheck"
    }

    /// Runs `jarvis-uicheck ARGUMENTS`, or a tool that starts it, on a fresh display and bus.
    /// - Parameter desktop: options of scripts/virtual-desktop that select the display.
    static func run(
        desktop: [String] = [], tool: [String] = [], _ arguments: [String], size: String = "1000x700",
        environment: [String: String] = [:],
        within limit: Duration = .seconds(300)
    ) async throws -> Result {
        let command = try tool + [program()] + arguments
        let result = try await ChildProcess.run(
            root + "/scripts/virtual-desktop", ["--no-sound", "--size", size] + desktop + ["--"] + command,
            environment: environment.merging(["JARVIS_RESOURCES": root, "NO_AT_BRIDGE": "0"]) { own, _ in own },
            within: limit)
        return Result(status: result.status, output: result.output)
    }

    /// Runs a Python tool of Tests/Tools that starts the program itself.
    static func run(
        python tool: String, options: [String] = [], _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Result {
        try await run(
            tool: ["/usr/bin/python3", "-B", root + "/Tests/Tools/" + tool] + options, arguments,
            environment: environment)
    }

    private static func executableFolder() -> String? {
        // The test bundle's path is an argument of the test runner, or else its own path.
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments.first
        guard let bundle, let path = realpath(bundle, nil) else { return nil }
        defer { free(path) }
        let text = String(cString: path)
        return text.lastIndex(of: "/").map { String(text[..<$0]) }
    }
}
