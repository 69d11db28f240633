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
        "| Room | Targets and what lives there |", "|---|---|", "| Test support | `JarvisTesting` fakes |",
        "| Program | `jarvis` program |", "| Keeping | `JarvisStore` files |",
        "| Values | `JarvisCore` values · `JarvisSignal` signals |", "| C | `CGtk`, `CRasterizer` |", "",
        "| 5 | `JarvisElsewhere` |",
    ]

    private static func table(_ change: (inout [String]) -> Void = { _ in }) -> RoomTable {
        var rows = rows
        change(&rows)
        return RoomTable(rows.joined(separator: "\n"))
    }

    private func document() throws -> String {
        try #require(try Repository.files().first { $0.path == RoomTable.path }).text
    }

    private func manifest() throws -> Manifest {
        try Manifest(#require(try Repository.swiftFiles().first { $0.path == Manifest.path }).text)
    }

    @Test func everyFileImportsOnlyDeclaredModules() throws {
        let files = try Repository.swiftFiles()
        let manifest = try manifest()
        let targets = Set(files.compactMap(\.target))
        #expect(targets.isSubset(of: manifest.dependencies.keys), "the manifest was not understood")
        let findings = files.flatMap { Layering.findings(in: $0, manifest: manifest) }
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func everyTargetHasARoomAndUsesNoneAbove() throws {
        let (manifest, table) = (try manifest(), RoomTable(try document()))
        #expect(manifest.dependencies["JarvisAudio"]?.contains("CPulse") == true, "the manifest was not understood")
        #expect(manifest.tests.contains("HygieneTests"))
        let findings =
            Layering.findings(in: manifest, table: table) + Layering.orderFindings(in: manifest, table: table)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func sourcesHoldOnlyShippedTargets() throws {
        let findings = Layering.placeFindings(in: try Repository.files(), manifest: try manifest())
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theManifestIsParsed() {
        #expect(
            Self.planted.dependencies == [
                "CGtk": [], "CRasterizer": [], "JarvisCore": [], "JarvisSignal": [], "JarvisStore": ["JarvisCore"],
                "jarvis": ["JarvisStore", "ArgumentParser"], "JarvisTesting": ["JarvisCore"],
                "JarvisStoreTests": ["JarvisStore"],
            ])
        #expect(Self.planted.tests == ["JarvisStoreTests"])
        #expect(Layering.findings(in: Self.planted, table: Self.table()).isEmpty)
        #expect(Layering.orderFindings(in: Self.planted, table: Self.table()).isEmpty)
    }

    @Test func anUndeclaredImportIsFound() {
        let file = SourceFile(
            path: "Sources/JarvisStore/A.swift", text: "import JarvisCore\npublic import CGtk\nimport JarvisSignal\n")
        let findings = Layering.findings(in: file, manifest: Self.planted)
        #expect(findings.map(\.line) == [2, 3])
    }

    @Test func aForbiddenToolchainModuleIsFound() {
        let text = "import FoundationEssentials\n@preconcurrency import Glibc\nimport Dispatch\nimport Foundation\n"
        func lines(_ target: String) -> [Int] {
            let file = SourceFile(path: "Sources/\(target)/A.swift", text: text)
            return Layering.findings(in: file, manifest: Self.planted).map(\.line)
        }
        #expect(lines("JarvisCore") == [2, 3, 4])
        #expect(lines("JarvisStore") == [4])
        let parser = "import ArgumentParser\n"
        let store = SourceFile(path: "Sources/JarvisStore/A.swift", text: parser)
        let program = SourceFile(path: "Sources/jarvis/A.swift", text: parser)
        #expect(Layering.findings(in: store, manifest: Self.planted).map(\.line) == [1])
        #expect(Layering.findings(in: program, manifest: Self.planted).isEmpty)
    }

    @Test func anUndeclaredImportInATestIsFound() {
        let file = SourceFile(
            path: "Tests/JarvisStoreTests/A.swift",
            text: "import Testing\n@testable import JarvisStore\nimport JarvisCore\n// import CGtk\n")
        #expect(Layering.findings(in: file, manifest: Self.planted).map(\.line) == [3])
    }

    @Test func aDifferenceBetweenManifestAndTableIsFound() {
        func messages(_ change: (inout [String]) -> Void) -> [String] {
            Layering.findings(in: Self.planted, table: Self.table(change)).map(\.message)
        }
        #expect(
            messages { $0[5] = "| Values | `JarvisCore` |" } == ["the table of rooms does not name `JarvisSignal`"])
        #expect(
            messages { $0[6] = "| C | `CGtk`, `CRasterizer`, `JarvisGhost` |" } == [
                "the table of rooms names `JarvisGhost`, which is gone"
            ])
        #expect(messages { $0[4] = "| Keeping | `JarvisStore` `CGtk` |" } == ["the table of rooms names `CGtk` twice"])
    }

    @Test func aDependencyOnARoomAboveIsFound() {
        func findings(_ change: (inout [String]) -> Void) -> [String] {
            Layering.orderFindings(in: Self.planted, table: Self.table(change)).map(\.message)
        }
        #expect(
            findings { $0.swapAt(4, 5) } == ["JarvisStore must not depend on JarvisCore, which is in a room above"])
        #expect(findings { $0.swapAt(5, 6) }.isEmpty, "neither uses the other")
        #expect(
            findings { $0.swapAt(2, 6) } == ["JarvisTesting must not depend on JarvisCore, which is in a room above"])
    }

    @Test func unshippedTargetsInSourcesAreFound() {
        let files = ["JarvisCore", "CGtk", "JarvisTesting"].map { SourceFile(path: "Sources/\($0)/A.swift", text: "") }
        let tests = SourceFile(path: "Tests/Support/JarvisTesting/A.swift", text: "")
        let findings = Layering.placeFindings(in: files + [tests], manifest: Self.planted)
        #expect(findings.map(\.path) == ["Sources/CGtk", "Sources/JarvisTesting"], "the planted program links neither")
    }
}
