// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct FileSizeTests {
    private func findings(lines: Int, head: String = "// A file.") -> [Finding] {
        let text = head + "\n" + String(repeating: "let a = 1\n", count: lines - 1)
        return FileSize.findings(in: SourceFile(path: "Sources/JarvisCore/A.swift", text: text))
    }

    @Test func noFileIsTooLong() throws {
        let findings = try Repository.files().flatMap(FileSize.findings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func longFilesMustExplainThemselves() {
        #expect(findings(lines: 300).isEmpty)
        #expect(findings(lines: 301).count == 1)
        #expect(findings(lines: 301, head: "// Longer than most because it is one table.").isEmpty)
    }

    @Test func veryLongFilesHaveNoExcuse() {
        #expect(findings(lines: 500, head: "// Longer than most because it is one table.").isEmpty)
        #expect(findings(lines: 501, head: "// Longer than most because it is one table.").count == 1)
    }
}
