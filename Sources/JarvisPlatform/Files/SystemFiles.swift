// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the kernel's small text files in /proc and /sys, below a root that tests can set.

/// Reads small text files below a root. Reading may block, so use a worker thread.
public struct SystemFiles: Sendable {
    /// The folder that contains `proc` and `sys`; empty for the real ones.
    public var root: String

    public init(root: String) {
        self.root = root
    }

    /// The text of a file, up to its first 64 KiB; nil if unreadable.
    public func text(_ path: String) -> String? {
        WholeFile.text(root + path, limit: 65_536)
    }

    /// The first word of a file; nil if unreadable or empty.
    public func word(_ path: String) -> String? {
        text(path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    /// The first line of a file, trimmed; nil if unreadable or empty.
    public func line(_ path: String) -> String? {
        guard let line = text(path)?.split(separator: "\n").first else { return nil }
        let words = line.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The integer at the start of a file; nil if there is none.
    public func integer(_ path: String) -> Int64? { word(path).flatMap { Int64($0) } }

    /// The names in a folder, sorted; empty if unreadable.
    public func names(_ path: String) -> [String] {
        var names: [String] = []
        return FileSystem().listFolder(root + path, &names) < 0 ? [] : names.sorted()
    }
}
