// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct BannedAPITests {
    private func findings(_ text: String, path: String = "Sources/JarvisSignal/A.swift") -> [Finding] {
        BannedAPI.findings(in: SourceFile(path: path, text: text))
    }

    @Test func noFileUsesABannedAPI() throws {
        let findings = try Repository.swiftFiles().flatMap(BannedAPI.findings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test(arguments: BannedAPI.words.map(\.word))
    func eachIsFoundWhereItStands(word: String) {
        let call = word.hasSuffix("(") ? word + ")" : word
        #expect(findings("let a = 1\n\(call)\n").map(\.line) == [2])
        #expect(findings("// \(call)\nlet a = \"\(call)\"\n").isEmpty, "comments and texts may name it")
    }

    @Test func aSleepWithItsReasonIsExcused() {
        #expect(findings("// The blow falls at a random moment.\nusleep(a)\n").isEmpty)
        #expect(findings("// The blow falls at a random moment.\n\nusleep(a)\n").count == 1)
        #expect(findings("// It cannot fail.\nfatalError()\n").count == 1, "nothing else is excusable")
    }

    @Test func aLongerNameIsAnother() {
        #expect(findings("reprint(a)\nlog.print(a)\nimport FoundationEssentials\nfunc sleep(a: Int) {}\n").isEmpty)
    }

    @Test func theProgramMayPrintAndTestsMayFail() {
        #expect(findings("print(a)\n", path: "Sources/jarvis/A.swift").isEmpty)
        #expect(findings("fatalError()\n", path: "Tests/JarvisCoreTests/A.swift").isEmpty)
        #expect(findings("sleep(1)\n", path: "Tests/JarvisCoreTests/A.swift").count == 1)
        #expect(findings("fopen(a)\n", path: "Sources/JarvisStore/A.swift").isEmpty)
    }
}
