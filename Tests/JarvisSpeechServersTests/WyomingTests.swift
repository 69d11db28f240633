// SPDX-License-Identifier: GPL-3.0-or-later
// Wyoming's wire format, and its clients against servers that misbehave.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct WyomingTests {
    private let network = NetworkOnDemand()

    @Test(arguments: [1, 2, 5, 1000])
    func eventsAreParsedFromAnySplit(size: Int) throws {
        let sent = [
            WyomingEvent("audio-chunk", ["rate": .integer(16_000)], payload: [1, 2, 10, 0]), WyomingEvent("audio-stop"),
            WyomingEvent("transcript", ["text": .text("é\n")]),
        ]
        // Old servers put the data into the line itself.
        let bytes =
            sent.flatMap(\.bytes) + Array("{\"type\": \"x\", \"data\": {\"a\": 1}, \"payload_length\": null}\n".utf8)
        var reader = WyomingReader()
        var read: [WyomingEvent] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            read += try reader.read(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(read == sent + [WyomingEvent("x", ["a": .integer(1)])])
    }

    @Test(arguments: [
        "nonsense\n", "{}\n", "{\"type\": \"a\", \"data_length\": -1}\n",
        "{\"type\": \"a\", \"payload_length\": 9999999999}\n",
        "{\"type\": \"a\", \"data_length\": 2}\n[]", "{\"type\": \"a\", \"data_length\": \"x\"}\n",
    ])
    func anInvalidEventIsRejected(text: String) {
        #expect(throws: WyomingFault.self) {
            var reader = WyomingReader()
            _ = try reader.read(Array(text.utf8))
        }
    }

    /// In linear time; the last value of a repeated key counts, as within one object.
    @Test func dataWithManyKeysIsParsed() throws {
        let body = "{" + (0..<300_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let line = #"{"type":"x","data":{"k1":"old","other":0},"data_length":\#(body.utf8.count)}"#
        var reader = WyomingReader()
        let events = try reader.read(Array((line + "\n" + body).utf8))
        #expect(events.count == 1 && events[0].data.members.count == 300_001)
        #expect(events[0].data["k1"] == .integer(1) && events[0].data["other"] == .integer(0))
    }

    @Test func anEndlessLineIsRejected() {
        #expect(throws: WyomingFault.self) {
            var reader = WyomingReader()
            for _ in 0..<40 { _ = try reader.read([UInt8](repeating: 0x20, count: 65_536)) }
        }
    }

    private func hear(
        limits: TransferLimits = WyomingRecognizer.limits, _ serve: @escaping @Sendable (FakeConnection) -> Void
    ) async throws -> (log: UpdateLog, server: FakeServer) {
        let server = try FakeServer(serve)
        let recognizer = WyomingRecognizer(try Remote.wyoming(server.port, network: network), limits: limits)
        let log = UpdateLog()
        let session = recognizer.begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.finish()
        return (log, server)
    }

    /// Reads until the client reports the end of the sound.
    @Sendable private static func readSound(_ connection: FakeConnection) -> [WyomingEvent] {
        var reader = WyomingReader()
        var events: [WyomingEvent] = []
        while events.last?.type != "audio-stop", let bytes = connection.read() {
            events += (try? reader.read(bytes)) ?? []
        }
        return events
    }

    @Test func soundIsSentAndTextReturned() async throws {
        let (log, server) = try await hear { connection in
            let events = Self.readSound(connection)
            let sound = events.filter { $0.type == "audio-chunk" }.flatMap(\.payload)
            let head = events.prefix(2).map(\.type).joined(separator: " ")
            connection.write(WyomingEvent("transcript", ["text": .text("\(head) \(sound.count)")]).bytes)
            connection.readToEnd()
        }
        #expect(await log.text() == "transcribe audio-start \(Remote.utterance.count * 2)")
        #expect(await Eventually.holds { server.connections[0].sawEnd })
    }

    @Test func streamedWordsBecomePartials() async throws {
        let (log, server) = try await hear { connection in
            _ = Self.readSound(connection)
            for event in [
                WyomingEvent("transcript-start"), WyomingEvent("transcript-chunk", ["text": .text("set a ")]),
                WyomingEvent("transcript-chunk", ["text": .text("timer")]), WyomingEvent("transcript-stop"),
            ] { connection.write(event.bytes) }
            connection.readToEnd()
        }
        #expect(await log.text() == "set a timer")
        #expect(log.partials == ["set a", "set a timer"])
        server.stop()
    }

    @Test func speechAfterAPauseIsRecognizedWhole() async throws {
        let server = try FakeServer { connection in
            let sound = Self.readSound(connection).filter { $0.type == "audio-chunk" }.flatMap(\.payload)
            connection.write(WyomingEvent("transcript", ["text": .text("\(sound.count)")]).bytes)
            connection.readToEnd()
        }
        let log = UpdateLog()
        let session = WyomingRecognizer(try Remote.wyoming(server.port, network: network))
            .begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.prepareResult()
        session.accept(Remote.rest)
        session.prepareResult()
        session.finish()
        #expect(await log.text() == "\(Remote.utterance.count * 4)")
        #expect(log.count == 1)
    }

    @Test func silenceInAPauseDoesNotRestartRecognition() async throws {
        let server = try FakeServer { connection in
            _ = Self.readSound(connection)
            connection.write(WyomingEvent("transcript", ["text": .text("once")]).bytes)
            connection.readToEnd()
        }
        let log = UpdateLog()
        let session = WyomingRecognizer(try Remote.wyoming(server.port, network: network))
            .begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.prepareResult()
        for _ in 0..<20 { session.accept([Int16](repeating: 0, count: 320)) }
        session.finish()
        #expect(await log.text() == "once")
        #expect(server.connections.count == 1)
    }

    @Test func faultsAreReported() async throws {
        let (ended, endedServer) = try await hear { _ = Self.readSound($0) }
        #expect(await ended.failure() == .closedEarly)
        endedServer.stop()
        let (atOnce, atOnceServer) = try await hear { _ in }
        #expect(await atOnce.failure() == .closedEarly)
        atOnceServer.stop()
        let (nonsense, nonsenseServer) = try await hear { connection in
            _ = Self.readSound(connection)
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.readToEnd()
        }
        #expect(await nonsense.failure() == .malformed(.notAnEvent))
        nonsenseServer.stop()
        let (refusing, refusingServer) = try await hear { connection in
            _ = Self.readSound(connection)
            connection.write(WyomingEvent("error", ["text": .text("no model")]).bytes)
            connection.readToEnd()
        }
        #expect(await refusing.failure() == .rejected(status: 0, message: "no model"))
        refusingServer.stop()
        let (silent, silentServer) = try await hear(limits: Remote.impatient(.milliseconds(200))) { $0.readToEnd() }
        #expect(await silent.failure() == .timedOut(.answer))
        silentServer.stop()
    }

    /// Endless data that contains no text.
    private static let noise: [[UInt8]] = [
        WyomingEvent("ping").bytes, WyomingEvent("transcript-start").bytes,
        WyomingEvent("transcript-chunk", ["text": .text("")]).bytes, Array(" ".utf8),
    ]

    @Test(arguments: noise) func dataWithoutTextTimesOut(noise: [UInt8]) async throws {
        let (log, server) = try await hear(limits: Remote.impatient(.milliseconds(200))) { connection in
            _ = Self.readSound(connection)
            while connection.write(noise), !connection.waitsForEnd(milliseconds: 10) {}
        }
        #expect(await log.failure() == .timedOut(.answer))
        server.stop()
    }

    @Test func endlessWordsTimeOut() async throws {
        let limits = Remote.impatient(total: .milliseconds(300))
        let (log, server) = try await hear(limits: limits) { connection in
            _ = Self.readSound(connection)
            connection.write(WyomingEvent("transcript-start").bytes)
            let word = WyomingEvent("transcript-chunk", ["text": .text(" and")]).bytes
            while connection.write(word), !connection.waitsForEnd(milliseconds: 10) {}
        }
        #expect(await log.failure() == .timedOut(.rest))
        server.stop()
    }

    @Test func slowlyStreamedWordsAreAwaited() async throws {
        let limits = TransferLimits(answer: .seconds(20), pause: .seconds(10), total: .seconds(30))
        let (log, server) = try await hear(limits: limits) { connection in
            _ = Self.readSound(connection)
            connection.write(WyomingEvent("transcript-start").bytes)
            for word in ["set", " a", " timer"] {
                connection.write(WyomingEvent("transcript-chunk", ["text": .text(word)]).bytes)
                connection.write(WyomingEvent("ping").bytes)
                _ = connection.waitsForEnd(milliseconds: 50)
            }
            connection.write(WyomingEvent("transcript-stop").bytes)
            connection.readToEnd()
        }
        #expect(await log.text() == "set a timer")
        server.stop()
    }

    @Test func cancellingClosesTheConnection() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { told.yield($0.readToEnd()) }
        let log = UpdateLog()
        let session = WyomingRecognizer(try Remote.wyoming(server.port, network: network))
            .begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        #expect(await Eventually.holds { server.connectionCount == 1 })
        session.cancel()
        #expect(await ends.first { _ in true } == true)
        #expect(log.count == 0)
    }
}
