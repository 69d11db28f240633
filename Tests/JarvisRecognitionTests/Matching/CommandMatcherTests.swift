// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisRecognition

struct CommandMatcherTests {
    private let matcher: CommandMatcher

    init() throws {
        let builder = GrammarBuilder(vocabulary: TestCommands.vocabulary)
        matcher = try CommandMatcher(
            try #require(builder.grammar(of: try TestCommands.patterns)), model: .installed)
    }

    @Test func pronunciationsOfOtherWordsAreForgottenSomeTime() {
        for group in 0..<40 {
            _ = matcher.compare(["a"], with: (0..<26).map { "zq\(group)x\($0)" })
        }
        #expect(matcher.otherPronunciations.count <= CommandMatcher.mostOtherWords)
        #expect(matcher.nearest(to: ["tell", "me", "a", "jake"])?.words == ["tell", "me", "a", "joke"])
    }
}
