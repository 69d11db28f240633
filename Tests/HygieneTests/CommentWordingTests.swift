// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct CommentWordingTests {
    private func lines(_ text: String, _ path: String = "Sources/JarvisCore/A.swift") -> [Int] {
        CommentWording.findings(in: SourceFile(path: path, text: text)).map(\.line)
    }

    @Test func commentsAreInPlainEnglish() throws {
        let findings = try Repository.files().flatMap(CommentWording.findings)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test(arguments: [
        "whoever asks", "Nobody asks", "made anew", "lest it waits", "after so many bytes", "A list is no set.",
        "Lists are no sets.",
    ])
    func aStiffWordIsFound(words: String) {
        #expect(lines("let a = 1\n// \(words)\n") == [2])
        #expect(lines("let a = 1  // \(words)\n") == [1])
        #expect(lines("/* \(words) */\n", "Sources/CGtk/shim.h") == [1])
        #expect(lines("let a = \"\(words)\"\n").isEmpty, "a text is not a comment")
        #expect(lines("// \(words)\n", "Tests/A.swift") == [1])
        #expect(lines("\na=1 # \(words)\n", "scripts/a") == [2])
        #expect(lines("a = 1  # it's \"a\"\n# \(words)\n", "Tests/Tools/a.py") == [2])
        #expect(lines("a=\"x # \(words)\"\n", "scripts/a").isEmpty, "a text is not a comment")
        #expect(lines("# A title\n\n\(words)\n", "docs/a.md") == [3])
        #expect(lines("\(words)\n", "data/a.css").isEmpty)
    }

    @Test(arguments: [
        "There is no such file.", "there are no rows", "It is no longer there.", "so many that it overflows",
        "nobodySpoke", "`latest`",
    ])
    func plainWordsAreFine(words: String) {
        #expect(lines("/// \(words)\n").isEmpty)
    }
}
