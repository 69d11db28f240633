// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the window: as the X server shows it where ImageMagick's `import` can fetch it, else as GTK draws it.

import Glibc
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
        let arguments = ["import", "-window", "root", path]
        var argv = arguments.map { strdup($0) } + [nil]
        defer { for argument in argv { free(argument) } }
        var child = pid_t()
        guard posix_spawnp(&child, "import", nil, nil, &argv, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(child, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        return status == 0
    }
}
