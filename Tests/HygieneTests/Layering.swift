// SPDX-License-Identifier: GPL-3.0-or-later
// The allowed imports: the table of rooms in ARCHITECTURE.md, checked against Package.swift and every file.
//
// The compiler accepts an import of anything that some dependency imports. SwiftPM's own check for that
// (`--explicit-target-dependency-import-check error`), which `scripts/test` uses, knows neither the order of the rooms
// nor which toolchain modules a target may use, so imports are parsed here.

enum Layering {
    /// Toolchain modules other than Foundation, which all targets except the pure ones may import.
    private static let toolchain: Set<String> = ["Glibc", "Synchronization", "FoundationEssentials", "Dispatch"]
    /// The toolchain modules that pure targets may import.
    private static let pure: [String: Set<String>] = [
        "JarvisCore": ["FoundationEssentials", "Synchronization"], "JarvisSignal": ["Glibc", "Synchronization"],
        "JarvisSpokenText": [],
    ]

    /// The modules that a Swift source imports, with their lines.
    static func imports(in source: String) -> [(module: String, line: Int)] {
        SwiftText.code(source).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                let words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
                guard let keyword = words.firstIndex(of: "import"), keyword <= 1, keyword + 1 < words.count else {
                    return nil
                }
                // `import struct Module.Type` names the module third.
                let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "typealias", "let", "var"]
                let name = kinds.contains(words[keyword + 1]) ? words.last : words[keyword + 1]
                let module = name?.split(separator: ".").first
                return module.map { (String($0), index + 1) }
            }
    }

    /// Imports of a file that Package.swift does not declare or that its target must not use.
    static func findings(in file: SourceFile, manifest: Manifest) -> [Finding] {
        guard let target = file.target else { return [] }
        let declared = manifest.dependencies[target] ?? []
        return imports(in: file.text).compactMap { module, line in
            guard manifest.dependencies[module] == nil else {
                let isDeclared = module == target || declared.contains(module)
                let message = "imports \(module), which Package.swift does not declare"
                return isDeclared ? nil : Finding(path: file.path, line: line, message: message)
            }
            guard file.path.hasPrefix("Sources/") else { return nil }
            guard !declared.union(pure[target] ?? toolchain).contains(module) else { return nil }
            return Finding(path: file.path, line: line, message: "\(target) must not import \(module)")
        }
    }

    /// Targets of Package.swift that the table does not name exactly once, and names in it that no longer exist. Tests
    /// may use anything and have no room.
    static func findings(in manifest: Manifest, table: RoomTable) -> [Finding] {
        let declared = Set(manifest.dependencies.keys).subtracting(manifest.tests)
        let named = table.rooms.flatMap(\.targets)
        let missing = declared.subtracting(named).sorted().map { "the table of rooms does not name `\($0)`" }
        let stale = Set(named).subtracting(declared).sorted().map { "the table of rooms names `\($0)`, which is gone" }
        let double = declared.sorted().filter { target in named.count { $0 == target } > 1 }
            .map { "the table of rooms names `\($0)` twice" }
        return (missing + stale + double).map { Finding(path: RoomTable.path, line: 0, message: $0) }
    }

    /// Dependencies on a room above. SwiftPM itself rejects cycles within a room.
    static func orderFindings(in manifest: Manifest, table: RoomTable) -> [Finding] {
        manifest.dependencies.sorted { $0.key < $1.key }.flatMap { target, dependencies -> [Finding] in
            dependencies.sorted().compactMap { name in
                guard let place = table.places[target], let other = table.places[name], other < place else {
                    return nil
                }
                let message = "\(target) must not depend on \(name), which is in a room above"
                return Finding(path: RoomTable.path, line: 0, message: message)
            }
        }
    }

    /// `Sources` holds exactly what the program links; everything else is below `Tests`.
    static func placeFindings(in files: [SourceFile], manifest: Manifest) -> [Finding] {
        var shipped: Set<String> = []
        var open = ["jarvis"]
        while let target = open.popLast() {
            guard let dependencies = manifest.dependencies[target], shipped.insert(target).inserted else { continue }
            open += dependencies
        }
        let placed = Set(files.filter { $0.path.hasPrefix("Sources/") }.compactMap(\.target))
        return placed.subtracting(shipped).sorted().map {
            Finding(path: "Sources/\($0)", line: 0, message: "the program does not link it: move it below Tests")
        }
    }
}
