// SPDX-License-Identifier: GPL-3.0-or-later
// Spoken words as the values that a schema asks for.

import JarvisPlatform
import JarvisTesting
import JarvisUnderstanding
import Testing

@testable import JarvisToolServers

struct ToolParameterTests {
    /// Monday, 5 January 2026, 9:30.
    private let clock = FakeWallClock()

    private func parameter(_ schema: String) throws -> ToolParameter {
        let text = #"{"properties": {"when": \#(schema)}, "required": ["when"]}"#
        let object = try #require(try JSONValue(parsing: Array(text.utf8)).asObject)
        return try #require(ToolParameter.parameters(of: object).first)
    }

    private func value(_ words: String, _ schema: String) throws -> JSONValue? {
        let utterance = Utterance(words)
        return try parameter(schema).value(
            of: utterance.words[...], as: utterance.original(utterance.words.indices), clock: clock)
    }

    @Test(arguments: [
        ("tomorrow", #"{"type": "string", "format": "date"}"#, "2026-01-06"),
        ("next friday", #"{"type": "string", "description": "The day, YYYY-MM-DD"}"#, "2026-01-16"),
        ("the third of march", #"{"type": ["string", "null"], "format": "date"}"#, "2026-03-03"),
        ("half past five in the afternoon", #"{"type": "string", "format": "time"}"#, "17:30"),
        ("noon", #"{"type": "string", "description": "When, as HH:MM"}"#, "12:00"),
        ("an hour and a half", #"{"type": "string", "format": "duration"}"#, "PT5400S"),
    ])
    func timesAreWrittenAsTheSchemaSays(words: String, schema: String, expected: String) throws {
        #expect(try value(words, schema) == .text(expected))
    }

    @Test func aMomentHasItsDistanceFromUTC() throws {
        let found = try value("tomorrow at 5 pm", #"{"type": "string", "format": "date-time"}"#)?.asText
        #expect(found?.hasPrefix("2026-01-06T17:00:00") == true && found?.count == 25, "\(found ?? "")")
    }

    @Test(arguments: [
        (#"{"type": "string", "format": "date"}"#, "the green one"),
        (#"{"type": "string", "format": "time"}"#, "tomorrow"),
        (#"{"type": "string", "format": "duration"}"#, "at five"),
    ])
    func otherWordsAreNoTimes(schema: String, words: String) throws {
        #expect(try value(words, schema) == nil)
    }

    @Test func listsAreReadWithAndWithoutCommas() throws {
        let texts = #"{"type": "array", "items": {"type": "string"}}"#
        let colours = JSONValue.array(["red", "light green", "blue"].map(JSONValue.text))
        #expect(try value("red, light green and blue", texts) == colours)
        #expect(try value("red, light green, and blue", texts) == colours)
        #expect(try value("red", texts) == .array([.text("red")]))
        #expect(
            try value("one and two", #"{"type": "array", "items": {"type": "integer"}}"#)
                == .array([.integer(1), .integer(2)]))
        #expect(try parameter(#"{"type": "array", "items": {"type": "object"}}"#).kind == .structure)
    }
}
