// SPDX-License-Identifier: GPL-3.0-or-later
// Results of tools as they are said.

import Testing

@testable import JarvisToolServers

struct ToolSpeechTests {
    @Test(arguments: [
        (#"{"result": 42}"#, "42."), (#"{"result": "It is noon."}"#, "It is noon."),
        (#"{"result": null}"#, "Nothing came back."),
        (#"{"temperature": 21.5, "unit": "celsius"}"#, "Temperature: 21.5, unit: celsius."),
        (#"{"isOpen": true, "success": true}"#, "Is open: yes."),
        (#"{"status": "ok", "data": {"max_speed": 30.000000000000004}}"#, "Max speed: 30."),
        (#"["red", "green", "blue"]"#, "Red, green and blue."), ("[]", "Nothing."),
        (
            #"{"timezone": "Europe/Oslo", "datetime": "2026-11-29T17:05:30+01:00", "is_dst": false}"#,
            "Timezone: Europe/Oslo, datetime: 2026-11-29 17:05, is dst: no."
        ),
        (#"{"sum": 0.30000000000000004}"#, "Sum: 0.3."), (#"{"count": 3.0}"#, "Count: 3."),
        (
            #"{"total": 2, "city": {"name": "Oslo", "country": "Norway"}}"#,
            "Total: 2, city: name Oslo and country Norway."
        ),
        ("{\"name\": \"Oslo\"}\n{\"name\": \"Bergen\"}", "Oslo and Bergen."),
        ("Found: {\"hits\": 3}", "Found: hits: 3"), ("Plain words.", "Plain words."), ("", ""),
        ("The file is /users/me/notes/list.txt now.", "The file is list.txt now."),
        ("See https://example.org/a?b=c for more.", "See a link for more."),
        ("[an image was returned]", "An image was returned."),
        ("[a link was returned: https://example.org]", "A link was returned."),
        ("{\"a\": 1", "I got a result, but I can't read it aloud."),
    ])
    func resultsBecomeSentences(result: String, expected: String) {
        #expect(ToolSpeech(result).text == expected)
    }

    @Test func entriesOfAListAreCalledByTheirNames() {
        let speech = ToolSpeech(
            #"{"items": [{"id": 7, "title": "Milk", "url": "https://a/b"}, {"id": 8, "title": "Bread"}]}"#)
        #expect(speech.text == "Milk and Bread." && speech.isShortened)
        let many = ToolSpeech("[" + (1...20).map { "\"n\($0)\"" }.joined(separator: ",") + "]")
        #expect(many.text == "N1, n2, n3, n4, n5, n6, n7, n8 and 12 more." && many.isShortened)
    }

    @Test func validatorsAreQuotedWithoutTheirFooters() {
        let text = """
            1 validation error for call[add]
            b
              Missing required argument [type=missing_argument, input_value={'a': 1}, input_type=dict]
                For further information visit https://errors.pydantic.dev/2.11/v/missing_argument
            """
        #expect(ToolSpeech(text).text == "b: Missing required argument.")
    }

    @Test(arguments: [
        #"{"a": {"b": {"c": [1, {"d": "/usr/share/x"}]}}}"#, #"[{"path": "/a/b/c", "uri": "file:///x"}]"#,
        #"{"result": {"links": ["https://a.example/x", "https://b.example/y"]}}"#,
    ])
    func neitherBracesNorAddressesAreSaid(result: String) {
        let text = ToolSpeech(result).text
        #expect(
            !text.contains { "{}[]\"\\".contains($0) } && !text.contains("://") && !text.contains("/usr"), "\(text)")
    }
}
