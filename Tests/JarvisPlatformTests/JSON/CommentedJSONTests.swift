// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

struct CommentedJSONTests {
    private func read(_ text: String) throws -> JSONValue { try CommentedJSON.value(Array(text.utf8)) }

    @Test func commentsAndTrailingCommasAreIgnored() throws {
        let text = """
            // Settings
            {
              /* a block, with "quotes" and // marks */ "a": [1, 2, /* none */ ],
              "b": { "c": "x", }, // the last one
            }
            """
        #expect(try read(text).line == #"{"a":[1,2],"b":{"c":"x"}}"#)
    }

    @Test func commentMarksInStringsAreKept() throws {
        let text = #"{"url": "http://a/b", "glob": "/* */,]", "quote": "\"//", "e": "\\",}"#
        let object = try #require(try read(text).asObject)
        #expect(object["url"] == .text("http://a/b") && object["glob"] == .text("/* */,]"))
        #expect(object["quote"] == .text("\"//") && object["e"] == .text("\\"))
    }

    @Test(arguments: ["{\"a\": 1 /* open", "{\"a\": \"open", "{\"a\": 1,,}", "{,}}", "// nothing", "", "\"\\", "/*/"])
    func damagedTextThrows(text: String) {
        #expect(throws: JSONFailure.self) { try read(text) }
    }

    @Test func failurePositionsMatchTheFile() {
        let text = "// one\n{\"a\": x}"
        #expect(throws: JSONFailure.self) { try read(text) }
        do {
            _ = try read(text)
        } catch {
            #expect((error as? JSONFailure)?.offset == 13)
        }
    }

    @Test func byteOrderMarkIsIgnored() throws {
        #expect(try CommentedJSON.value([0xEF, 0xBB, 0xBF] + Array("{}".utf8)) == .object([:]))
    }
}
