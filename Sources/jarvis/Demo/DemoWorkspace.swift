// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the demo's own data and settings, separate from the user's.

import Glibc
import JarvisCommands
import JarvisPlatform

/// A temporary home for a demo, deleted when it is released.
final class DemoWorkspace {
    let directories: BaseDirectories
    private let root: String
    private let folder: String

    init(folder: String) throws {
        self.folder = folder
        var template = Array("/tmp/jarvis-demo.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CommandFailure("A temporary folder couldn't be created.") }
        root = String(cString: made)
        directories = BaseDirectories(
            data: root + "/data", configuration: root + "/config", cache: root + "/cache")
    }

    deinit {
        for file in [
            "data/history/messages.jsonl", "data/reminders.json", "config/settings.json", "config/setup.json",
            "config/setup.json.lock",
        ] {
            unlink("\(root)/\(file)")
        }
        for folder in ["data/history", "data", "config", "cache", ""] { rmdir("\(root)/\(folder)") }
    }

    /// Copies the conversation's history to `history.jsonl` in the demo's results.
    func keepHistory() throws {
        let bytes = try FileBytes.read(directories.data + "/history/messages.jsonl")
        try FileBytes.write(folder + "/history.jsonl", bytes)
    }
}
