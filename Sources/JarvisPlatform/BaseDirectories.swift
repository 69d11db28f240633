// SPDX-License-Identifier: GPL-3.0-or-later
// Locates the folders of JARVIS's files: the XDG base directories.

import Glibc

/// JARVIS's folders according to the XDG Base Directory specification. Creates none of them.
public struct BaseDirectories: Sendable, Hashable {
    /// The folder for conversation history and reminders: `$XDG_DATA_HOME/jarvis`.
    public var data: String
    /// The folder for settings: `$XDG_CONFIG_HOME/jarvis`.
    public var configuration: String
    /// The folder for files that can be recreated: `$XDG_CACHE_HOME/jarvis`.
    public var cache: String

    public init(data: String, configuration: String, cache: String) {
        self.data = data
        self.configuration = configuration
        self.cache = cache
    }

    /// The folders of the current user.
    public static func current() -> BaseDirectories {
        BaseDirectories(
            data: folder("XDG_DATA_HOME", fallback: ".local/share"),
            configuration: folder("XDG_CONFIG_HOME", fallback: ".config"),
            cache: folder("XDG_CACHE_HOME", fallback: ".cache"))
    }

    private static func folder(_ variable: String, fallback: String) -> String {
        // The specification requires programs to ignore relative paths.
        if let base = Environment.value(variable), base.hasPrefix("/") { return base + "/jarvis" }
        return home() + "/" + fallback + "/jarvis"
    }

    /// The user's home folder.
    public static func home() -> String {
        if let home = Environment.value("HOME") { return home }
        if let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir { return String(cString: folder) }
        return "/"
    }
}
