// SPDX-License-Identifier: GPL-3.0-or-later
// The source tree that the tests were built from, as text.

import FoundationEssentials

/// One file of the tree.
struct SourceFile: Sendable {
    /// Relative to the root, with slashes.
    var path: String
    var text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The target that a file below Sources or Tests belongs to.
    var target: String? {
        let parts = path.split(separator: "/")
        guard parts.count > 2, parts[0] == "Sources" || parts[0] == "Tests" else { return nil }
        let isNested = parts[0] == "Tests" && ["Tools", "Support"].contains(parts[1]) && parts.count > 3
        return String(parts[isNested ? 2 : 1])
    }

    func hasExtension(_ extensions: String...) -> Bool {
        extensions.contains { path.hasSuffix("." + $0) }
    }
}

/// A place that breaks a rule.
struct Finding: Hashable, CustomStringConvertible {
    var path: String
    /// 1-based; 0 for the file as a whole.
    var line: Int
    var message: String

    var description: String { line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)" }
}

enum Repository {
    /// The package's root: two folders above this file's.
    static let root: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()

    /// Every hand-written text file, in order of path.
    static func files() throws -> [SourceFile] {
        var found: [SourceFile] = []
        for folder in ["Sources", "Tests", "scripts", ".ci", "shaders", "data", "docs", "training"] {
            try collect(folder, into: &found)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: root) where !isFolder(name) {
            try read(name, into: &found)
        }
        return found.sorted { $0.path < $1.path }
    }

    /// The hand-written Swift files.
    static func swiftFiles() throws -> [SourceFile] {
        try files().filter { $0.hasExtension("swift") }
    }

    private static func collect(_ folder: String, into found: inout [SourceFile]) throws {
        guard isFolder(folder) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) {
            let path = folder + "/" + name
            if isFolder(path) {
                try collect(path, into: &found)
            } else {
                try read(path, into: &found)
            }
        }
    }

    /// Adds the file if it is text.
    private static func read(_ path: String, into found: inout [SourceFile]) throws {
        guard path != "LICENSE", path != ".git" else { return }
        let content = try Data(contentsOf: URL(filePath: root + "/" + path))
        guard let text = String(data: content, encoding: .utf8), !text.contains("\0") else { return }
        found.append(SourceFile(path: path, text: text))
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isDirectory) && isDirectory
    }
}
