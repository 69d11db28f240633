// SPDX-License-Identifier: GPL-3.0-or-later
// Takes pictures of the window: ImageMagick's `import` captures the X server's view; if that fails, GTK draws the
// window itself.

import JarvisCommands
import JarvisDesktop
import JarvisPlatform

@MainActor
enum Screenshot {
    /// Writes a PNG of the screen or the window.
    /// - Throws: `CommandFailure` if both ways fail.
    static func take(_ path: String, of application: DesktopApplication) async throws {
        if Environment.value("WAYLAND_DISPLAY") == nil, Environment.value("DISPLAY") != nil,
            try await importRoot(path)
        {
            return
        }
        guard application.savePicture(to: path) else {
            throw CommandFailure("The window's picture couldn't be taken (\(path)).")
        }
    }

    /// Runs `import -window root`, while the window keeps drawing. Returns false if it isn't installed or fails.
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
