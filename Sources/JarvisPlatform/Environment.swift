// SPDX-License-Identifier: GPL-3.0-or-later
// The process's environment and file checks, without Foundation.

import Glibc

/// Reads of the process's environment.
public enum Environment {
    /// The value of a variable; nil when unset or empty.
    public static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// True when something exists at `path`.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The absolute path of the running program.
    public static func executablePath() -> String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
