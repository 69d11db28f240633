// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's small text files in /proc and /sys, below a root that tests choose.

/// Reads small text files below a root. Reading may block: on a worker thread.
public struct SystemFiles: Sendable {
    /// Where `proc` and `sys` are found; empty for the real ones.
    public var root: String

    public init(root: String) {
        self.root = root
    }

    /// The text of a file, its first 64 KiB at most; nil when it cannot be read.
    public func text(_ path: String) -> String? {
        WholeFile.text(root + path, limit: 65_536)
    }

    /// The first word of a file.
    public func word(_ path: String) -> String? {
        text(path)?.split(whereSeparator: \.isWhitespace).first.map(String.init)
    }

    /// The first line of a file, without white space at its ends; nil also when that is empty.
    public func line(_ path: String) -> String? {
        guard let line = text(path)?.split(separator: "\n").first else { return nil }
        let words = line.split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The whole number that a file begins with.
    public func integer(_ path: String) -> Int64? { word(path).flatMap { Int64($0) } }

    /// The names in a folder, sorted; none when it cannot be read.
    public func names(_ path: String) -> [String] {
        var names: [String] = []
        return FileSystem().listFolder(root + path, &names) < 0 ? [] : names.sorted()
    }
}
