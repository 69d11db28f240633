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

    /// Runs `jarvis-uicheck ARGUMENTS`, or a tool that starts it, on a display and bus that no other test uses meanwhile.
    /// - Parameter desktop: options of scripts/virtual-desktop that select the display.
    static func run(
        desktop: [String] = [], tool: [String] = [], _ arguments: [String], size: String = "1000x700",
        environment: [String: String] = [:],
        within limit: Duration = .seconds(600)
    ) async throws -> Result {
        let command = try tool + [program()] + arguments
        let own = try await SharedDesktops.acquire(["--no-sound", "--size", size] + desktop)
        let variables = own.variables.merging(["JARVIS_RESOURCES": root, "NO_AT_BRIDGE": "0"]) { $1 }
            .merging(environment) { $1 }
        let result = try await ChildProcess.run(
            "env", ["-i"] + variables.map { "\($0.key)=\($0.value)" } + command, within: limit)
        // What was ended by force may have left something behind.
        if result.status != nil { SharedDesktops.release(own) }
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

    /// Makes `folder` a place of resources with catalogues of its own, and returns what makes the window use it in this
    /// language.
    /// - Parameter catalogues: a program that writes a catalogue, with its arguments.
    static func translated(_ language: String, in folder: TemporaryFolder, by catalogues: [String]) async throws
        -> [String: String]
    {
        for part in ["data", "shaders"] {
            try #require(symlink(root + "/" + part, folder.path + "/" + part) == 0)
        }
        let made = try await ChildProcess.run(catalogues[0], Array(catalogues.dropFirst()))
        try #require(made.status == 0, "\(made.output)")
        return ["JARVIS_RESOURCES": folder.path, "LANGUAGE": language, "LC_ALL": "C.UTF-8"]
    }

    /// The same for one of our own languages.
    static func translated(_ language: String, in folder: TemporaryFolder) async throws -> [String: String] {
        try await translated(
            language, in: folder, by: [root + "/scripts/translations", "compile", folder.path + "/locale", language])
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
