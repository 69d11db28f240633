// SPDX-License-Identifier: GPL-3.0-or-later
// Where JARVIS keeps what: the XDG base directories.

import Glibc

/// The folders of the product, by the XDG Base Directory specification. Nothing is created here.
public struct BaseDirectories: Sendable, Hashable {
    /// Conversation history, reminders: `$XDG_DATA_HOME/jarvis`.
    public var data: String
    /// Settings: `$XDG_CONFIG_HOME/jarvis`.
    public var configuration: String
    /// Re-creatable files: `$XDG_CACHE_HOME/jarvis`.
    public var cache: String

    public init(data: String, configuration: String, cache: String) {
        self.data = data
        self.configuration = configuration
        self.cache = cache
    }

    /// The folders of the user who runs the program.
    public static func current() -> BaseDirectories {
        BaseDirectories(
            data: folder("XDG_DATA_HOME", fallback: ".local/share"),
            configuration: folder("XDG_CONFIG_HOME", fallback: ".config"),
            cache: folder("XDG_CACHE_HOME", fallback: ".cache"))
    }

    private static func folder(_ variable: String, fallback: String) -> String {
        // The specification says that relative paths in the variables must be ignored.
        if let base = Environment.value(variable), base.hasPrefix("/") { return base + "/jarvis" }
        return home() + "/" + fallback + "/jarvis"
    }

    private static func home() -> String {
        if let home = Environment.value("HOME") { return home }
        if let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir { return String(cString: folder) }
        return "/"
    }
}
