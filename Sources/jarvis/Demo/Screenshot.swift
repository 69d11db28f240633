// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the window: as the X server shows it where ImageMagick's `import` can fetch it, else as GTK draws it.

import JarvisCommands
import JarvisDesktop
import JarvisPlatform

@MainActor
enum Screenshot {
    /// Writes a PNG of the screen or the window.
    /// - Throws: `CommandFailure` when neither way works.
    static func take(_ path: String, of application: DesktopApplication) async throws {
        if Environment.value("WAYLAND_DISPLAY") == nil, Environment.value("DISPLAY") != nil,
            try await importRoot(path)
        {
            return
        }
        guard application.savePicture(to: path) else {
            throw CommandFailure("No picture of the window could be taken (\(path)).")
        }
    }

    /// Runs `import -window root`; false when it is not installed or fails. The window goes on drawing meanwhile.
    private static func importRoot(_ path: String) async throws -> Bool {
        do {
            let command = ProcessCommand("import", ["-window", "root", path])
            return try await ProcessRunner().run(command, limit: .seconds(30)).exit.isSuccess
        } catch {
            guard error.kind != .cancelled else { throw CancellationError() }
            return false
        }
    }
}
