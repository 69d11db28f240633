// SPDX-License-Identifier: GPL-3.0-or-later

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
    func eventsAreReadHoweverTheyAreCut(size: Int) {
        let text = ": comment\r\nevent: a\r\ndata: one\r\ndata:two\r\n\r\n\n\ndata: é\n\nretry: 5\ndata: last"
        let expected = [
            ServerSentEvent(name: "a", data: "one\ntwo"), ServerSentEvent(data: "é"), ServerSentEvent(data: "last"),
        ]
        #expect(events(text, cutEvery: size) == expected)
    }

    @Test func aLoneReturnEndsALine() {
        #expect(events("data: a\r\rdata: b\r\r", cutEvery: 1).map(\.data) == ["a", "b"])
    }

    @Test func aLineWithoutEndIsCut() {
        var reader = ServerSentEventReader(maximumLineBytes: 16)
        _ = reader.read(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
        #expect(reader.finish() == nil)
    }

    @Test func aFormHoldsItsPartsByteForByte() {
        var form = MultipartForm(boundary: "b")
        form.add("model", "tiny")
        form.add("file", file: "u.wav", type: "audio/wav", [0, 13, 10, 255])
        #expect(form.contentType == "multipart/form-data; boundary=jarvis-b")
        let head =
            "--jarvis-b\r\nContent-Disposition: form-data; name=\"model\"\r\n\r\ntiny\r\n"
            + "--jarvis-b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"u.wav\"\r\nContent-Type: audio/wav\r\n\r\n"
        #expect(form.body == Array(head.utf8) + [0, 13, 10, 255] + Array("\r\n--jarvis-b--\r\n".utf8))
    }
}
