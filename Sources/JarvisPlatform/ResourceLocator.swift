// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the files that ship with the program, installed or in a source tree.

/// Looks up files below `data/` and `shaders/`.
public struct ResourceLocator: Sendable {
    /// Folders that may hold `data` and `shaders`, best first.
    public var roots: [String]

    public init(roots: [String]) {
        self.roots = roots
    }

    /// `$JARVIS_RESOURCES`, then `<prefix>/share/jarvis` of the running program, then the source tree that it was
    /// built in, then the system's data folders.
    public static func standard() -> ResourceLocator {
        var roots: [String] = []
        if let override = Environment.value("JARVIS_RESOURCES") { roots.append(override) }
        if let program = Environment.executablePath() {
            var folder = parent(program)
            roots.append(parent(folder) + "/share/jarvis")
            while folder.count > 1 {
                if Environment.exists(folder + "/Package.swift"), Environment.exists(folder + "/shaders") {
                    roots.append(folder)
                }
                folder = parent(folder)
            }
        }
        let system = Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        roots += system.split(separator: ":").map { $0 + "/jarvis" }
        return ResourceLocator(roots: roots)
    }

    /// The first existing file at this relative path, for example `data/style.css`.
    public func path(_ relative: String) -> String? {
        roots.lazy.map { $0 + "/" + relative }.first(where: Environment.exists)
    }

    /// Where translations are: `share/locale` of the prefix that the resources are in, or `locale` in another root.
    public var localeFolder: String? {
        roots.lazy.map { root in
            root.hasSuffix("/share/jarvis") ? root.dropLast("jarvis".count) + "locale" : root + "/locale"
        }.first(where: Environment.exists)
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
