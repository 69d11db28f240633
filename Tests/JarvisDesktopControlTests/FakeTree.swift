// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up /sys and /proc.

import FoundationEssentials
import JarvisTesting

extension TemporaryFolder {
    /// Writes small files, making their folders.
    func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = path + "/" + name
            let folder = file.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: file))
        }
    }

    /// The text of a file without its line end.
    func text(_ name: String) -> String {
        String(ChildProcess.contents(of: path + "/" + name).prefix { !$0.isNewline })
    }
}
