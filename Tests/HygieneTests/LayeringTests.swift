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
        tests("JarvisStoreTests", ["JarvisStore"]),
        """)

    @Test func everyFileImportsOnlyWhatStandsBelow() throws {
        let files = try Repository.swiftFiles()
        let manifest = try #require(files.first { $0.path == Manifest.path }.map { Manifest($0.text) })
        let targets = Set(files.compactMap(\.target))
        #expect(targets.isSubset(of: manifest.dependencies.keys), "the manifest was not understood")
        let findings = files.flatMap { Layering.findings(in: $0, manifest: manifest) }
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theManifestAgreesWithTheTable() throws {
        let file = try #require(try Repository.swiftFiles().first { $0.path == Manifest.path })
        let manifest = Manifest(file.text)
        #expect(manifest.libraries.isSuperset(of: ["JarvisCore", "JarvisAudio", "JarvisDesktop"]))
        #expect(manifest.dependencies["JarvisAudio"]?.contains("CPulse") == true)
        let findings = Layering.findings(in: manifest)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theManifestIsUnderstood() {
        #expect(
            Self.planted.dependencies == [
                "CGtk": [], "CRasterizer": [], "JarvisCore": [], "JarvisSignal": [], "JarvisStore": ["JarvisCore"],
                "JarvisStoreTests": ["JarvisStore"],
            ])
        #expect(Self.planted.libraries == ["JarvisCore", "JarvisSignal", "JarvisStore"])
    }

    @Test func anImportFromAboveIsFound() {
        let file = SourceFile(
            path: "Sources/JarvisStore/A.swift", text: "import JarvisCore\npublic import CGtk\nimport JarvisSignal\n")
        let findings = Layering.findings(in: file, manifest: Self.planted)
        #expect(findings.map(\.line) == [2, 3])
    }

    @Test func aToolchainModuleThatIsNotAllowedIsFound() {
        let file = SourceFile(
            path: "Sources/JarvisCore/A.swift", text: "import FoundationEssentials\n@preconcurrency import Glibc\n")
        #expect(Layering.findings(in: file, manifest: Self.planted).map(\.line) == [2])
    }

    @Test func anUndeclaredImportInATestIsFound() {
        let file = SourceFile(
            path: "Tests/JarvisStoreTests/A.swift",
            text: "import Testing\n@testable import JarvisStore\nimport JarvisCore\n// import CGtk\n")
        #expect(Layering.findings(in: file, manifest: Self.planted).map(\.line) == [3])
    }

    @Test func aDependencyTurnedRoundIsFound() {
        let manifest = Manifest("library(\"JarvisCore\", [\"JarvisStore\"]), library(\"JarvisNew\")")
        #expect(
            Layering.findings(in: manifest).map(\.message) == [
                "JarvisCore must not depend on JarvisStore", "JarvisNew stands on no floor of the table",
            ])
    }
}
