// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a test's own, removed with the object.

import Glibc
import JarvisTesting

final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/jarvis-agent-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw TestError("mkdtemp: \(errno)") }
        path = String(cString: made)
    }

    deinit {
        Self.remove(path)
    }

    /// Writes a file, with the folders above it.
    func write(_ relative: String, _ text: String, mode: mode_t = 0o644) throws {
        var folder = path
        for part in relative.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o755)
        }
        guard let file = fopen(path + "/" + relative, "w") else { throw TestError("fopen \(relative): \(errno)") }
        fputs(text, file)
        fclose(file)
        chmod(path + "/" + relative, mode)
    }

    private static func remove(_ path: String) {
        if let folder = opendir(path) {
            var names: [String] = []
            while let entry = readdir(folder) {
                names.append(
                    withUnsafeBytes(of: &entry.pointee.d_name) {
                        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                    })
            }
            closedir(folder)
            for name in names where name != "." && name != ".." { remove(path + "/" + name) }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}

struct TestError: Error {
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
