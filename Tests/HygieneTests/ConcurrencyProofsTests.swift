// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct ConcurrencyProofsTests {
    private func findings(_ text: String) -> [String] {
        ConcurrencyProofs.findings(in: SourceFile(path: "Sources/JarvisStore/A.swift", text: text)).map(\.message)
    }

    @Test func everyUncheckedClaimHasAProof() throws {
        let findings = try Repository.swiftFiles().flatMap(ConcurrencyProofs.findings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func validProofsAreAccepted() {
        let type = "final class A: @unchecked Sendable {\n"
        #expect(findings("\(type) // Unchecked: `a` is behind `lock`.\n let lock = 1\n var a = 1\n}\n").isEmpty)
        #expect(findings("\(type) // The variables are touched on the thread of `a` only.\n var a = 1\n}\n").isEmpty)
        #expect(findings("/// `a` is constant.\n\(type) let a = 1\n var b: Int { 2 }\n}\n").isEmpty)
        #expect(findings("// C calls `f` on the main thread.\nnonisolated(unsafe) let a = b\nf(a)\n").isEmpty)
    }

    @Test func aMissingProofIsFound() {
        let gap = String(repeating: "\n", count: 5)
        let licence = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
        #expect(findings("\(licence)final class A: @unchecked Sendable {}\n").count == 1)
        #expect(findings("// One thread.\n\(gap)nonisolated(unsafe) var a = 1\n").count == 1)
    }

    @Test func aCommentThatProvesNothingIsFound() {
        #expect(findings("// It works.\nfinal class A: @unchecked Sendable {}\n").count == 1)
        #expect(findings("// It is set once, early.\nnonisolated(unsafe) var a = 1\n").count == 1)
        let pretence = "final class A: @unchecked Sendable {\n // Everything is on one thread.\n var a = 1\n}\n"
        #expect(findings(pretence) == ["@unchecked Sendable with a proof that names nothing of this file"])
    }

    @Test func aProofOfRemovedCodeIsFound() {
        let text = "class A: @unchecked Sendable {\n // `a` is behind `lock`.\n let mutex = 1\n var a = 1\n}\n"
        #expect(findings(text) == ["@unchecked Sendable with a proof that speaks of lock, which is not in this file"])
    }

    @Test func aVariableMissingFromTheProofIsFound() {
        let text =
            "class A: @unchecked Sendable {\n // `a` is behind `lock`.\n let lock = 1\n var a = 1\n var b = 1\n}\n"
        #expect(findings(text) == ["@unchecked Sendable with a proof that says nothing of b"])
    }
}
