// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct LayeringTests {
    private static let planted = Manifest(
        """
        system("CGtk", pkgConfig: "gtk4", package: "libgtk-4-dev"),
        .target(name: name, linkerSettings: [.linkedLibrary("m")])
        .target(name: "CRasterizer"),
        library("JarvisCore"),
        library("JarvisSignal"),
        library("JarvisStore", ["JarvisCore"]),
        // library("JarvisGhost", ["CGtk"]),
        program("jarvis", ["JarvisStore", argumentParser]),
        support("JarvisTesting", ["JarvisCore"]),
        tests("JarvisStoreTests", ["JarvisStore"]),
        """)
    private static let rows = [
        "| Floor | Target | What | Depends on |", "|---|---|---|---|", "| 0 | `CGtk` `CRasterizer` | C | |",
        "| 1 | `JarvisCore` | values | `FoundationEssentials` |", "| 1 | `JarvisSignal` | signals | |",
        "| 3 | `JarvisStore` | files | `JarvisCore` |", "| 4 | `jarvis` | program | `JarvisStore` `ArgumentParser` |",
        "| – | `JarvisTesting` | fakes | `JarvisCore` |",
    ]

    private static func table(_ change: (inout [String]) -> Void = { _ in }) -> TargetTable {
        var rows = rows
        change(&rows)
        return TargetTable(rows.joined(separator: "\n"))
    }

    private func document() throws -> String {
        try #require(try Repository.files().first { $0.path == TargetTable.path }).text
    }

    private func manifest() throws -> Manifest {
        try Manifest(#require(try Repository.swiftFiles().first { $0.path == Manifest.path }).text)
    }

    @Test func everyFileImportsOnlyWhatStandsBelow() throws {
        let files = try Repository.swiftFiles()
        let (manifest, table) = (try manifest(), TargetTable(try document()))
        let targets = Set(files.compactMap(\.target))
        #expect(targets.isSubset(of: manifest.dependencies.keys), "the manifest was not understood")
        let findings = files.flatMap { Layering.findings(in: $0, manifest: manifest, table: table) }
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theManifestAgreesWithTheTable() throws {
        let (manifest, table) = (try manifest(), TargetTable(try document()))
        #expect(manifest.dependencies["JarvisAudio"]?.contains("CPulse") == true, "the manifest was not understood")
        #expect(manifest.tests.contains("HygieneTests"))
        let findings = Layering.findings(in: manifest, table: table) + Layering.floorFindings(in: table)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theFloorsAreDrawnAsTheTableSays() throws {
        let document = try document()
        let drawing = TargetTable(document).drawing
        #expect(document.contains("```\n\(drawing)\n```\n"), "ARCHITECTURE.md must draw:\n\(drawing)")
        #expect(Self.table().drawing == "4  jarvis\n3  JarvisStore\n1  JarvisCore  JarvisSignal\n0  CGtk  CRasterizer")
    }

    @Test func sourcesHoldOnlyWhatShips() throws {
        let findings = Layering.placeFindings(in: try Repository.files(), manifest: try manifest())
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theManifestIsUnderstood() {
        #expect(
            Self.planted.dependencies == [
                "CGtk": [], "CRasterizer": [], "JarvisCore": [], "JarvisSignal": [], "JarvisStore": ["JarvisCore"],
                "jarvis": ["JarvisStore"], "JarvisTesting": ["JarvisCore"], "JarvisStoreTests": ["JarvisStore"],
            ])
        #expect(Self.planted.tests == ["JarvisStoreTests"])
        #expect(Layering.findings(in: Self.planted, table: Self.table()).isEmpty)
        #expect(Layering.floorFindings(in: Self.table()).isEmpty)
    }

    @Test func anUndeclaredImportIsFound() {
        let file = SourceFile(
            path: "Sources/JarvisStore/A.swift", text: "import JarvisCore\npublic import CGtk\nimport JarvisSignal\n")
        let findings = Layering.findings(in: file, manifest: Self.planted, table: Self.table())
        #expect(findings.map(\.line) == [2, 3])
    }

    @Test func aToolchainModuleThatIsNotAllowedIsFound() {
        let text = "import FoundationEssentials\n@preconcurrency import Glibc\nimport Dispatch\nimport Foundation\n"
        func lines(_ target: String) -> [Int] {
            let file = SourceFile(path: "Sources/\(target)/A.swift", text: text)
            return Layering.findings(in: file, manifest: Self.planted, table: Self.table()).map(\.line)
        }
        #expect(lines("JarvisCore") == [2, 3, 4])
        #expect(lines("JarvisStore") == [4])
    }

    @Test func anUndeclaredImportInATestIsFound() {
        let file = SourceFile(
            path: "Tests/JarvisStoreTests/A.swift",
            text: "import Testing\n@testable import JarvisStore\nimport JarvisCore\n// import CGtk\n")
        #expect(Layering.findings(in: file, manifest: Self.planted, table: Self.table()).map(\.line) == [3])
    }

    @Test func aDifferenceBetweenManifestAndTableIsFound() {
        func messages(_ change: (inout [String]) -> Void) -> [String] {
            Layering.findings(in: Self.planted, table: Self.table(change)).map(\.message)
        }
        #expect(messages { $0.remove(at: 4) } == ["the table of targets has no row for `JarvisSignal`"])
        #expect(
            messages { $0.append("| 2 | `JarvisGhost` | – | |") } == [
                "the table of targets has a row for `JarvisGhost`, which is gone"
            ])
        let different = ["Package.swift says that JarvisStore depends on: `JarvisCore`"]
        #expect(messages { $0[5] = "| 3 | `JarvisStore` | files | |" } == different)
        #expect(messages { $0[5] = "| 3 | `JarvisStore` | files | `JarvisCore` `JarvisSignal` |" } == different)
    }

    @Test func aDependencyOnAHigherFloorIsFound() {
        func findings(_ row: String) -> [Finding] { Layering.floorFindings(in: Self.table { $0[3] = row }) }
        #expect(findings("| 1 | `JarvisCore` | values | `JarvisStore` |").count == 1, "upwards, so a cycle")
        #expect(findings("| 1 | `JarvisCore` | values | `JarvisSignal` |").count == 1, "sideways")
        #expect(findings("| 1 | `JarvisCore` | values | `JarvisTesting` |").count == 1, "support for tests")
    }

    @Test func whatDoesNotShipIsFoundInSources() {
        let files = ["JarvisCore", "CGtk", "JarvisTesting"].map { SourceFile(path: "Sources/\($0)/A.swift", text: "") }
        let tests = SourceFile(path: "Tests/Support/JarvisTesting/A.swift", text: "")
        let findings = Layering.placeFindings(in: files + [tests], manifest: Self.planted)
        #expect(findings.map(\.path) == ["Sources/CGtk", "Sources/JarvisTesting"], "the planted program links neither")
    }
}
