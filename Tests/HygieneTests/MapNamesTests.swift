// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct MapNamesTests {
    private func findings(_ text: String) -> [String] {
        let tree = [
            SourceFile(path: "Sources/JarvisCore/Reducer/A.swift", text: "struct Reduction {}\n"),
            SourceFile(path: "Tests/JarvisCoreTests/B.swift", text: ""), SourceFile(path: "scripts/test", text: ""),
        ]
        return MapNames.findings(in: SourceFile(path: "ARCHITECTURE.md", text: text), tree: tree).map(\.message)
    }

    @Test func everyPlaceThatTheMapsNameExists() throws {
        let tree = try Repository.files()
        let maps = tree.filter {
            [RoomTable.path, "HACKING.md", "docs/decisions.md", "docs/glossary.md"].contains($0.path)
        }
        #expect(maps.count == 4)
        let findings = maps.flatMap { MapNames.findings(in: $0, tree: tree) }
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func whatExistsMayBeNamed() {
        #expect(findings("`JarvisCore/Reducer`, `Sources/JarvisCore`, `A.swift`, `Reduction`, `scripts/test`").isEmpty)
        #expect(
            findings("`$XDG_DATA_HOME/jarvis`, `archive/<id>.jsonl`, `fdatasync`, `jarvis say`, `GSK_RENDERER`").isEmpty
        )
    }

    @Test func whatIsGoneIsFound() {
        #expect(findings("`JarvisCore/State`\n`C.swift`, `Desk`").count == 3)
    }
}
