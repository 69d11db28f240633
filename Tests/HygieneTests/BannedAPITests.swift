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
    func everyBannedWordIsFoundOnItsLine(word: String) {
        let call = word.hasSuffix("(") ? word + ")" : word
        #expect(findings("let a = 1\n\(call)\n").map(\.line) == [2])
        #expect(findings("// \(call)\nlet a = \"\(call)\"\n").isEmpty, "comments and texts may name it")
    }

    @Test func sleepingIsAllowedOnlyInTheListedFiles() throws {
        #expect(findings("// The blow falls at a random moment.\nusleep(a)\n").count == 1)
        let file = try #require(BannedAPI.sleepers.first)
        #expect(findings("usleep(a)\n", path: file).isEmpty)
        #expect(findings("fatalError()\n", path: "Sources/JarvisAudio/Capture/CaptureThread.swift").count == 1)
        let present = Set(try Repository.swiftFiles().map(\.path))
        #expect(BannedAPI.sleepers.isSubset(of: present), "files that are gone")
    }

    @Test func onlyLibrariesMustSleepByTheClockPort() {
        #expect(findings("try await Task.sleep(for: a)\n").count == 1)
        #expect(findings("try await clock.sleep(for: a)\n").isEmpty)
        #expect(findings("try await Task.sleep(for: a)\n", path: "Sources/jarvis/A.swift").isEmpty)
        #expect(findings("try await Task.sleep(for: a)\n", path: "Tests/JarvisCoreTests/A.swift").isEmpty)
    }

    @Test(arguments: BannedAPI.pureTargets) func pureTargetsMayNotReadClocksOrFiles(target: String) throws {
        for call in ["ContinuousClock()", "fopen(a)", "getenv(a)"] {
            #expect(findings(call + "\n", path: "Sources/\(target)/A.swift").count == 1)
            #expect(findings(call + "\n", path: "Sources/JarvisStore/A.swift").isEmpty)
        }
        let targets = Set(try Repository.swiftFiles().filter { $0.path.hasPrefix("Sources/") }.compactMap(\.target))
        #expect(targets.contains(target), "it is gone")
    }

    @Test func longerNamesAndMembersAreNotFound() {
        #expect(findings("reprint(a)\nlog.print(a)\nimport FoundationEssentials\nfunc sleep(a: Int) {}\n").isEmpty)
    }

    @Test func theProgramMayPrintAndTestsMayCallFatalError() {
        #expect(findings("print(a)\n", path: "Sources/jarvis/A.swift").isEmpty)
        #expect(findings("fatalError()\n", path: "Tests/JarvisCoreTests/A.swift").isEmpty)
        #expect(findings("sleep(1)\n", path: "Tests/JarvisCoreTests/A.swift").count == 1)
        #expect(findings("fopen(a)\n", path: "Sources/JarvisStore/A.swift").isEmpty)
    }
}
