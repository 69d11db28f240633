// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Testing

struct SourceRulesTests {
    private func file(_ text: String, _ path: String = "Sources/JarvisStore/A.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    @Test func everyFileStatesItsLicence() throws {
        let findings = try Repository.files().flatMap(SourceRules.licenceFindings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aMissingLicenceIsFound() {
        let licence = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
        #expect(SourceRules.licenceFindings(in: file(licence)).isEmpty)
        #expect(SourceRules.licenceFindings(in: file("#!/usr/bin/env bash\n" + licence, "scripts/a")).isEmpty)
        #expect(SourceRules.licenceFindings(in: file("import Glibc\n")).count == 1)
        #expect(SourceRules.licenceFindings(in: file("\n\n" + licence, "shaders/a.frag")).count == 1)
        #expect(SourceRules.licenceFindings(in: file("echo\n", "scripts/a")).count == 1)
    }

    /// An archive, or a file system without links, turns one into a file that holds nothing but a path.
    @Test func noFileIsASymbolicLink() throws {
        let paths = try Repository.files().map(\.path)
        let links = paths.filter { path in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: Repository.root + "/" + path)) != nil
        }
        #expect(links.isEmpty, "\(links)")
    }

    @Test func locksAreNotGlobal() throws {
        let findings = try Repository.files().flatMap(SourceRules.lockFindings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aGlobalLockIsFound() {
        func lines(_ text: String) -> [Int] { SourceRules.lockFindings(in: file(text)).map(\.line) }
        #expect(lines("private let a = Mutex(1)\nenum B {\n    static let c = Mutex<[Int]>([])\n}") == [1, 3])
        #expect(lines("final class A {\n    let b = Mutex(1)\n    func c() { let d = Mutex(2) }\n}").isEmpty)
    }

    @Test func aBareClosureInALockIsFound() {
        let text = "final class A {\n    let b: Mutex<@Sendable () -> Void>\n    let c: Mutex<[Int]>\n}"
        #expect(SourceRules.lockFindings(in: file(text)).map(\.line) == [2])
    }

    @Test func everythingPublicIsDocumented() throws {
        let findings = try Repository.files().flatMap(SourceRules.documentationFindings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aMissingDocCommentIsFound() {
        func lines(_ text: String) -> [Int] { SourceRules.documentationFindings(in: file(text)).map(\.line) }
        #expect(lines("\npublic final class A {}\n// Not it.\n@MainActor\npublic func b() {}") == [2, 5])
        #expect(lines("/// What it is.\n@MainActor\npublic struct A {\n    public init() {}\n}").isEmpty)
        #expect(lines("public import B\npublic extension A {}\nfunc c() {}").isEmpty)
    }

    @Test func everyColourIsAToken() throws {
        let findings = try Repository.files().flatMap(SourceRules.colourFindings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aColourOutsideTheTokensIsFound() {
        #expect(SourceRules.colourFindings(in: file("let a = \"#00D4FF\"\n")).map(\.line) == [1])
        #expect(SourceRules.colourFindings(in: file("a { color: #fff; }", "data/other.css")).count == 1)
        #expect(SourceRules.colourFindings(in: file("a { color: #00D4FF; }", "data/style.css")).isEmpty)
        #expect(
            SourceRules.colourFindings(in: file("let a = \"#00D4FF\"", "Sources/JarvisVisuals/Tokens.swift")).isEmpty)
        #expect(SourceRules.colourFindings(in: file("// like #00D4FF\n#if DEBUG\n#expect(a)")).isEmpty)
        #expect(SourceRules.colourFindings(in: file("#header-bar { }\n#add { }", "data/other.css")).count == 1)
    }

    @Test func theTreeHasNoLeftovers() throws {
        let findings = try Repository.files().flatMap(SourceRules.leftoverFindings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test(arguments: SourceRules.leftovers)
    func aLeftoverIsFound(word: String) {
        #expect(Set(SourceRules.leftoverFindings(in: file("let a = 1\n// \(word) later\n")).map(\.line)) == [2])
        #expect(SourceRules.leftoverFindings(in: file("let TODOs = 1 // mktemp XXXXXX\n")).isEmpty)
    }
}
