// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct UtterancePatternTests {
    @Test func choicesOptionsAndSlotsAreParsed() throws {
        let pattern = try UtterancePattern("(set|start) [a] timer for {length:duration}")
        #expect(
            pattern.root
                == .sequence([
                    .oneOf([.word("set"), .word("start")]), .optional(.word("a")), .word("timer"), .word("for"),
                    .slot(name: "length", type: .duration),
                ]))
        #expect(!pattern.hasFreeText)
    }

    @Test(arguments: ["", "(a", "[a|]", "{length:parsecs}", "Upper", "a)"])
    func invalidPatternsAreRejected(source: String) {
        #expect(throws: PatternError.self) { try UtterancePattern(source) }
    }
}
