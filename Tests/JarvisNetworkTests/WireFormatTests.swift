// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Testing

struct WireFormatTests {
    private func events(_ text: String, cutEvery size: Int) -> [ServerSentEvent] {
        var reader = ServerSentEventReader()
        var events: [ServerSentEvent] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            events += reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        if let last = reader.finish() { events.append(last) }
        return events
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func eventsAreReadFromAnySplit(size: Int) {
        let text = ": comment\r\nevent: a\r\ndata: one\r\ndata:two\r\n\r\n\n\ndata: é\n\nretry: 5\ndata: last"
        let expected = [
            ServerSentEvent(name: "a", data: "one\ntwo"), ServerSentEvent(data: "é"),
            ServerSentEvent(data: "last", retry: .milliseconds(5)),
        ]
        #expect(events(text, cutEvery: size) == expected)
    }

    @Test func carriageReturnEndsALine() {
        #expect(events("data: a\r\rdata: b\r\r", cutEvery: 1).map(\.data) == ["a", "b"])
    }

    @Test func endlessLineIsTruncated() {
        var reader = ServerSentEventReader(maximumLineBytes: 16)
        _ = reader.read(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        #expect(reader.finish() == nil)
    }

    @Test(arguments: [1, 5, 1000])
    func idAndRetryApplyToLaterEvents(size: Int) {
        let text =
            "\u{FEFF}id: 7\ndata: a\n\nretry: 2500\nid: x\0y\n\ndata: b\n\nid\nretry: 1s\ndata: c\n\nretry: 99999999999999\ndata: d"
        let expected = [
            ServerSentEvent(data: "a", id: "7"), ServerSentEvent(data: "b", id: "7", retry: .milliseconds(2500)),
            ServerSentEvent(data: "c", retry: .milliseconds(2500)),
            ServerSentEvent(data: "d", retry: .milliseconds(2500)),
        ]
        #expect(events(text, cutEvery: size) == expected)
    }

    @Test func endlessEventIsTruncated() {
        var reader = ServerSentEventReader(maximumLineBytes: 100)
        let line = Array("data: 12345678\n".utf8)
        for _ in 0..<1000 { _ = reader.read(line) }
        #expect((reader.finish()?.data.utf8.count ?? 0) <= 100)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func jsonLinesAreReadFromAnySplit(size: Int) throws {
        var reader = JSONLineReader(server: "s")
        var values: [JSONValue] = []
        let bytes = Array("{\"a\": \"é\"}\r\n\n  \n[1]\n\"last\"".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            values += try reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        if let last = try reader.finish() { values.append(last) }
        #expect(values == [.object(["a": .text("é")]), .array([.integer(1)]), .text("last")])
    }

    @Test func invalidOrOverlongJSONLineFails() {
        var reader = JSONLineReader(server: "s", maximumLineBytes: 16)
        #expect(throws: ServerFailure.self) { try reader.read(Array("{\"a\": \n".utf8)) }
        let failure = #expect(throws: ServerFailure.self) { try reader.read([UInt8](repeating: 0x20, count: 17)) }
        #expect(failure?.kind == .tooLarge(limitBytes: 16))
    }

    @Test func formContainsItsPartsByteForByte() {
        var form = MultipartForm(boundary: "b")
        form.add("model", "tiny")
        form.add("file", file: "u.wav", type: "audio/wav", [0, 13, 10, 255])
        #expect(form.contentType == "multipart/form-data; boundary=jarvis-b")
        let head =
            "--jarvis-b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\ntiny\r\n"
            + "--jarvis-b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"u.wav\"\r\nContent-Type: audio/wav\r\n\r\n"
        #expect(form.body == Array(head.utf8) + [0, 13, 10, 255] + Array("\r\n--jarvis-b--\r\n".utf8))
    }

    /// As in llama.cpp's template errors and Python tracebacks.
    @Test func longErrorKeepsItsCause() {
        let template =
            "Unable to generate parser for this template. Automatic parser generation failed: \n------------\nWhile "
            + "executing CallExpression at line 1, column 101 in source:\n...ages[-1]['content'] %}{{ raise_exception("
            + "'Roles must alternate') }...\n          ^\nError: Jinja Exception: Roles must alternate"
        let words = ServerEndpoint.words(template)
        #expect(words.hasPrefix("Unable to generate parser for this template."), "\(words)")
        #expect(words.hasSuffix(" Error: Jinja Exception: Roles must alternate") && words.count <= 200, "\(words)")
        let trace =
            "Traceback:\n" + String(repeating: "  File \"x.py\", line 1\n", count: 50) + "ValueError: no such thing"
        #expect(ServerEndpoint.words(trace) == "Traceback: ValueError: no such thing")
        #expect(ServerEndpoint.words("Error: short\n and whole") == "Error: short and whole")
        #expect(ServerEndpoint.words(String(repeating: "word ", count: 100)).count == 200)
        let long = ServerEndpoint.words("Error: " + String(repeating: "word ", count: 100))
        #expect(long.hasPrefix("Error: word") && (190...200).contains(long.count))
    }
}
