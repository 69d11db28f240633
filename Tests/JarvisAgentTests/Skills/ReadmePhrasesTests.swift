// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Testing

/// The first thing that a new user says is what the README proposes.
struct ReadmePhrasesTests {
    private static let phrases: [String] = {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        guard let data = FileManager.default.contents(atPath: "/\(root)/README.md") else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("- \"") }
            .flatMap { line in
                line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                    .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
            }
    }()

    @Test func theReadmeProposesPhrases() {
        #expect(Self.phrases.count >= 10)
    }

    @Test(arguments: phrases) func aPhraseOfTheReadmeIsUnderstood(phrase: String) async throws {
        let answer = try await AgentRig().ask(phrase)
        #expect(answer.skill != nil, "\(answer.text)")
    }
}
