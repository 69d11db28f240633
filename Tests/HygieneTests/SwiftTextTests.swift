// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

struct SwiftTextTests {
    @Test(arguments: [
        ("let a = 1 // try!", "let a = 1        "),
        ("a /* x /* y */ z */ b", "a                   b"),
        (#"f("try! // x") + g"#, #"f("         ") + g"#),
        (#"f("a\"b") + g"#, #"f("    ") + g"#),
        (##"f(#"a"b"#) + g"##, ##"f(#"   "#) + g"##),
        (#"f("a \(b("c")) d") // e"#, #"f("             ")     "#),
        ("a \"\"\"\n x \"y\" \n\"\"\" b", "a \"\"\"\n       \n\"\"\" b"),
    ])
    func commentsAndStringsAreBlanked(source: String, expected: String) {
        #expect(SwiftText.code(source) == expected)
    }

    @Test func stringsAreKeptOnRequest() {
        #expect(SwiftText.withoutComments("f(\"//x\") // y") == "f(\"//x\")     ")
    }

    @Test func lineNumbersAreKept() {
        let source = "a\n/* b\nc */\n\"\"\"\nd\n\"\"\"\ne"
        #expect(SwiftText.code(source).split(separator: "\n", omittingEmptySubsequences: false).count == 7)
    }
}
