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

    /// Where the library of the neural models is, or would be: `lib/jarvis` of the prefix that the resources are in, or
    /// where `scripts/speech-engine` puts it in a source tree.
    public var speechLibraryFolder: String {
        firstFolder {
            $0.hasSuffix("/share/jarvis") ? Self.parent(Self.parent($0)) + "/lib/jarvis" : $0 + "/.build/speech/lib"
        }
    }

    /// Where the neural model of this name is, or would be.
    public func speechModelFolder(_ name: String) -> String {
        firstFolder { ($0.hasSuffix("/share/jarvis") ? $0 : $0 + "/.build/speech") + "/models/" + name }
    }

    /// Where neural models of any name may be; in a source tree also the voices that its tests make.
    public var speechModelFolders: [String] {
        roots.flatMap { root in
            root.hasSuffix("/share/jarvis")
                ? [root + "/models"] : [root + "/.build/speech/models", root + "/.build/voices"]
        }
    }

    /// The first folder that exists, or the one in the best place.
    private func firstFolder(_ folder: (String) -> String) -> String {
        let folders = roots.map(folder)
        return folders.first(where: Environment.exists) ?? folders.first ?? ""
    }

    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
