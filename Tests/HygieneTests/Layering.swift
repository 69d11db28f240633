// SPDX-License-Identifier: GPL-3.0-or-later
// Who may import whom: the table of targets in ARCHITECTURE.md, as a rule over Package.swift and every file.
//
// The compiler accepts an import of anything that some dependency imports. SwiftPM's own check for that
// (`--explicit-target-dependency-import-check error`), with which `scripts/test` builds, goes by Package.swift alone; the
// table says less than that may be allowed, and which modules of the toolchain a target may have: so imports are read here.

enum Layering {
    /// The toolchain's modules without Foundation, which every target may import. A target on the floor of pure
    /// values names those that it needs in the table.
    private static let toolchain: Set<String> = ["Glibc", "Synchronization", "FoundationEssentials", "Dispatch"]
    private static let pureFloor = 1

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

    /// Imports of a file that Package.swift does not declare or that its target's row does not allow.
    static func findings(in file: SourceFile, manifest: Manifest, table: TargetTable) -> [Finding] {
        guard let target = file.target else { return [] }
        let declared = manifest.dependencies[target] ?? []
        return imports(in: file.text).compactMap { module, line in
            guard manifest.dependencies[module] == nil else {
                let isDeclared = module == target || declared.contains(module)
                let message = "imports \(module), which Package.swift does not declare"
                return isDeclared ? nil : Finding(path: file.path, line: line, message: message)
            }
            guard file.path.hasPrefix("Sources/"), let row = table.rows[target] else { return nil }
            let allowed = row.floor == pureFloor ? row.dependencies : row.dependencies.union(toolchain)
            guard !allowed.contains(module) else { return nil }
            return Finding(path: file.path, line: line, message: "\(target) must not import \(module)")
        }
    }

    /// Where Package.swift and the table differ. Tests may depend on anything and have no row.
    static func findings(in manifest: Manifest, table: TargetTable) -> [Finding] {
        let declared = Set(manifest.dependencies.keys).subtracting(manifest.tests)
        let missing = declared.subtracting(table.rows.keys).sorted().map {
            Finding(path: TargetTable.path, line: 0, message: "the table of targets has no row for `\($0)`")
        }
        let stale = Set(table.rows.keys).subtracting(declared).sorted().map {
            Finding(
                path: TargetTable.path, line: 0, message: "the table of targets has a row for `\($0)`, which is gone")
        }
        let different = declared.sorted().compactMap { target -> Finding? in
            guard let row = table.rows[target], let dependencies = manifest.dependencies[target] else { return nil }
            let drawn = row.dependencies.filter { manifest.dependencies[$0] != nil || dependencies.contains($0) }
            guard drawn != dependencies else { return nil }
            let expected = dependencies.sorted().map { "`\($0)`" }.joined(separator: " ")
            return Finding(
                path: TargetTable.path, line: 0, message: "Package.swift says that \(target) depends on: \(expected)")
        }
        return missing + stale + different
    }

    /// Dependencies that do not lie on a lower floor. Where there are none, there is no cycle either.
    static func floorFindings(in table: TargetTable) -> [Finding] {
        table.rows.values.sorted { $0.name < $1.name }.flatMap { row -> [Finding] in
            row.dependencies.sorted().compactMap { name in
                guard let dependency = table.rows[name] else { return nil }
                // What is never linked into the program stands above all floors.
                let isLower = dependency.floor.map { $0 < row.floor ?? .max } ?? (row.floor == nil)
                guard !isLower else { return nil }
                let message = "\(row.name) must not depend on \(name), which is on no lower floor"
                return Finding(path: TargetTable.path, line: 0, message: message)
            }
        }
    }

    /// `Sources` holds what is linked into the program, and all of it; everything else is below `Tests`.
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
