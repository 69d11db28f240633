// SPDX-License-Identifier: GPL-3.0-or-later
// Writes and reads files of a fake /sys and /proc.

import FoundationEssentials
import JarvisTesting

extension TemporaryFolder {
    /// Writes small files and creates their folders.
    func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = path + "/" + name
            let folder = file.split(separator: "/").dropLast().joined(separator: "/")
            try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: file))
        }
    }

    /// The first line of a file, without the line break.
    func text(_ name: String) -> String {
        String(ChildProcess.contents(of: path + "/" + name).prefix { !$0.isNewline })
    }
}
