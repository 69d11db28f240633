// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct FileSizeTests {
    private func file(_ lines: Int, _ path: String = "Sources/JarvisCore/A.swift") -> SourceFile {
        SourceFile(path: path, text: String(repeating: "let a = 1\n", count: lines))
    }

    @Test func noFileIsTooLong() throws {
        let findings = try Repository.files().flatMap(FileSize.findings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test(arguments: ["Sources/JarvisCore/A.swift", "Tests/JarvisCoreTests/A.swift", "scripts/a", "data/a.css"])
    func aLongFileIsFound(path: String) {
        #expect(FileSize.findings(in: file(300, path)).isEmpty)
        #expect(FileSize.findings(in: file(301, path)).map(\.path) == [path])
        #expect(FileSize.findings(in: file(301, "docs/a.md")).isEmpty, "prose is not code")
        #expect(FileSize.findings(in: file(301, "Package.swift")).isEmpty, "a table")
    }

    @Test func noTargetIsTooLarge() throws {
        let findings = FileSize.targetFindings(in: try Repository.files())
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aLargeTargetIsFound() {
        func paths(_ folders: String...) -> [String] {
            let files = folders.map { file(2251, "Sources/\($0)/A.swift") }
            return FileSize.targetFindings(in: files).map(\.path)
        }
        #expect(paths("JarvisCore/A", "JarvisCore/B") == ["Sources/JarvisCore"])
        #expect(paths("JarvisCore", "JarvisSignal").isEmpty)
        #expect(paths("JarvisDesktop/Window", "JarvisDesktop/Scene").isEmpty, "each folder could be a target")
        #expect(paths("JarvisDesktop/Panes/A", "JarvisDesktop/Panes/B") == ["Sources/JarvisDesktop/Panes"])
    }
}
