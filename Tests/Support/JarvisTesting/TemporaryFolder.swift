// SPDX-License-Identifier: GPL-3.0-or-later
// The test's own folder. Test targets extend it with what their files need.

import FoundationEssentials
import Glibc

/// A fresh folder below /tmp, removed with everything in it when it is released.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init(_ name: String = "jarvis-test") throws {
        var template = Array("/tmp/\(name).XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else {
            throw ChildProcess.StartFailure(program: "mkdtemp", errno: errno)
        }
        path = String(cString: made)
    }

    deinit {
        // There is no caller left to report to; the system empties /tmp by itself.
        try? FileManager.default.removeItem(atPath: path)
    }
}
