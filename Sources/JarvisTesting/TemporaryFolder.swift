// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a test's own.

import Glibc

/// A fresh folder below /tmp, removed with everything in it when it is released.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init(_ name: String = "jarvis-test") throws {
        var template = Array("/tmp/\(name).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ChildProcess.StartFailure(program: "mkdtemp", errno: errno)
        }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit {
        _ = try? ChildProcess("rm", ["-rf", path]).wait()
    }
}
