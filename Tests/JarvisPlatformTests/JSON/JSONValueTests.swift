// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        "null", "true", "[]", "{}", "{\"b\":1,\"a\":[1.50,-0,1e400,123456789012345678901234567890]}",
        "\"\\\"\\\\\\n\\u0001é😀\"",
        "{\"a\":1,\"a\":2}",
    ])
    func parsedValuesAreWrittenBackUnchanged(text: String) throws {
        #expect(try JSONValue(parsing: text.utf8).line == text)
        let indented = try JSONValue(parsing: text.utf8).indentedBytes
        #expect(try JSONValue(parsing: indented).line == text)
    }

    @Test(arguments: [
        ("\"\\u00e9\\ud83d\\ude00\\/\"", "é😀/"), ("\"\\ud83d\"", "\u{FFFD}"), ("\"\\ud83dx\"", "\u{FFFD}x"),
        ("\"\"", ""),
        ("\"\\udc00\\ud83d\\u0041\"", "\u{FFFD}\u{FFFD}A"),
    ])
    func escapesAreParsed(json: String, text: String) throws {
        #expect(try JSONValue(parsing: json.utf8) == .text(text))
    }

    @Test func onlyControlCharactersAreEscaped() {
        let text = "\u{1B}[1m\u{7F}\u{80}\u{9B}\u{9F}\u{A0}\u{BF}é"
        #expect(JSONValue.text(text).line == #""\u001b[1m\u007f\u0080\u009b\u009f"# + "\u{A0}\u{BF}é\"")
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "01", "1.", "-", "+1", "nul", "\"", "\"\\x\"",
        "\"\\u12\"", "\"\n\"", "1 2",
        "[1}", "1e", "\"\\", "tru", "NaN", "Infinity",
    ])
    func invalidJSONIsRejected(text: String) {
        #expect(throws: JSONFailure.self) { try JSONValue(parsing: text.utf8) }
    }

    @Test func invalidUTF8IsRejected() {
        #expect(throws: JSONFailure(offset: 1, reason: "not UTF-8")) {
            try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22])
        }
    }

    @Test func deepNestingIsRejected() throws {
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(throws: JSONFailure.self) { try JSONValue(parsing: deep.utf8) }
        let allowed = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(parsing: allowed.utf8) }
    }

    @Test func numbersAreExact() throws {
        #expect(JSONValue.number(1).line == "1")
        #expect(JSONValue.number(0.1).line == "0.1")
        #expect(JSONValue.number(.infinity) == .null)
        #expect(try JSONValue(parsing: "18446744073709551615".utf8).asUnsigned == .max)
        #expect(try JSONValue(parsing: "1e3".utf8).asInteger == 1000)
        #expect(try JSONValue(parsing: "1.5".utf8).asInteger == nil)
        #expect(try JSONValue(parsing: "1e999".utf8).asDouble == nil)
    }

    @Test func settingAKeyKeepsItsPlace() {
        var object: JSONObject = ["a": .integer(1), "b": .integer(2)]
        object["a"] = .integer(3)
        object["c"] = .null
        object["b"] = nil
        #expect(JSONValue.object(object).line == "{\"a\":3,\"c\":null}")
    }
}
