// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the program's data files, whether installed or in a source tree.

/// Looks up files below `data/` and `shaders/`.
public struct ResourceLocator: Sendable {
    /// The folders that may hold `data` and `shaders`, in order of preference.
    public var roots: [String]

    public init(roots: [String]) {
        self.roots = roots
    }

    /// Searches `$JARVIS_RESOURCES`, `<prefix>/share/jarvis` of the running program, the source tree that it was built
    /// in, and the system's data folders, in this order.
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

    /// True if the program runs from its source tree, where `scripts` can be run.
    public var isSourceTree: Bool { path("scripts/install") != nil }

    /// The first existing file with this relative path, for example `data/style.css`; nil if there is none.
    public func path(_ relative: String) -> String? {
        roots.lazy.map { $0 + "/" + relative }.first(where: Environment.exists)
    }

    /// The folder with translations: `share/locale` below the resources' prefix; in another root `locale`, or the
    /// folder that `scripts/build` uses in a source tree; nil if there is none.
    public var localeFolder: String? {
        roots.lazy.flatMap { root in
            root.hasSuffix("/share/jarvis")
                ? [root.dropLast("jarvis".count) + "locale"] : [root + "/locale", root + "/.build/locale"]
        }.first(where: Environment.exists)
    }

    /// The folder of the neural models' library, whether it exists or not: `lib/jarvis` below the resources' prefix, or
    /// the folder that `scripts/speech-engine` uses in a source tree.
    public var speechLibraryFolder: String {
        firstFolder {
            $0.hasSuffix("/share/jarvis") ? Self.parent(Self.parent($0)) + "/lib/jarvis" : $0 + "/.build/speech/lib"
        }
    }

    /// The folder of the neural model with this name, whether it exists or not.
    public func speechModelFolder(_ name: String) -> String {
        firstFolder { ($0.hasSuffix("/share/jarvis") ? $0 : $0 + "/.build/speech") + "/models/" + name }
    }

    /// The folders that may hold neural models; in a source tree these include voices made by tests.
    public var speechModelFolders: [String] {
        roots.flatMap { root in
            root.hasSuffix("/share/jarvis")
                ? [root + "/models"] : [root + "/.build/speech/models", root + "/.build/voices"]
        }
    }

    /// The first root's folder that exists, or else the preferred one.
    private func firstFolder(_ folder: (String) -> String) -> String {
        let folders = roots.map(folder)
        return folders.first(where: Environment.exists) ?? folders.first ?? ""
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
