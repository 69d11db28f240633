// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Testing

/// New users first try the phrases that the README and the guide suggest.
struct ReadmePhrasesTests {
    /// The quoted phrases in the lists of a document.
    private static func phrases(of document: String) -> [String] {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        guard let data = FileManager.default.contents(atPath: "/\(root)/\(document)") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("- \"") }
            .flatMap { line in
                line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
            }
    }

    private static let readme = phrases(of: "README.md")
    private static let guide = phrases(of: "docs/guide/say.md")

    @Test func bothDocumentsSuggestPhrases() {
        #expect(Self.readme.count >= 10)
        #expect(Self.guide.count >= 70)
    }

    @Test(arguments: Set(readme + guide).sorted()) func suggestedPhrasesAreUnderstood(phrase: String) async throws {
        let answer = try await AgentRig().ask(phrase)
        #expect(answer.skill != nil, "\(answer.text)")
    }
}
