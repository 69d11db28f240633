// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP recognizers against servers that behave and servers that don't.

import JarvisCore
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct TranscriptionServerTests {
    private let network = NetworkOnDemand()

    private func recognizer(
        _ port: Int, model: String = "", whisper: Bool = false, early: Bool = true, keys: KeyRing? = nil
    ) throws -> UploadingRecognizer {
        let endpoint = try Remote.endpoint(port, network: network, model: model, keys: keys)
        let service: any TranscriptionService =
            whisper ? WhisperServerTranscription(endpoint) : OpenAITranscription(endpoint, vocabulary: "Zoë, Kestrel")
        return UploadingRecognizer(service, uploadsEarly: { early })
    }

    private func hear(
        _ recognizer: UploadingRecognizer, _ log: UpdateLog, _ samples: [Int16] = Remote.utterance
    ) -> UtteranceFeed {
        let session = recognizer.begin(.command, handler: log.handler)
        session.accept(samples)
        session.finish()
        return session
    }

    private func failure(
        whisper: Bool = false, _ serve: @escaping @Sendable (FakeConnection) -> Void
    ) async throws -> ServerFailure.Kind? {
        let server = try FakeServer(serve)
        let log = UpdateLog()
        let session = hear(try recognizer(server.port, whisper: whisper), log)
        let kind = await log.failure()
        #expect(log.count == 1, "exactly one end")
        session.cancel()
        return kind
    }

    @Test func openAIReceivesAFormAndReturnsConfidence() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            let json =
                "{\"text\": \" What time is it?\", \"segments\": [{\"start\": 0, \"end\": 1, \"avg_logprob\": -0.1,"
                + " \"no_speech_prob\": 0.01}]}"
            connection.respond(Array(json.utf8))
        }
        let log = UpdateLog()
        let keys = KeyRing(FakeSecrets(["http://127.0.0.1:\(server.port)": "k-1"]))
        let session = hear(try recognizer(server.port, model: "small", keys: keys), log)
        guard case .final(let transcript?) = await log.end() else {
            Issue.record("no transcript")
            return
        }
        #expect(transcript.text == "What time is it?")
        #expect((0.9...0.91).contains(transcript.confidence))
        #expect(transcript.engine == "openai")
        let request = String(decoding: server.connections[0].received, as: UTF8.self)
        #expect(request.hasPrefix("POST /v1/audio/transcriptions HTTP/1.1"))
        #expect(request.contains("Authorization: Bearer k-1"))
        for part in [
            "name=\"model\"\r\n\r\nsmall", "verbose_json", "Zoë, Kestrel", "RIFF", "filename=\"utterance.wav\"",
        ] {
            #expect(request.contains(part), "\(part)")
        }
        session.cancel()
    }

    @Test func aServerThatRejectsVerboseJSONGetsPlainJSON() async throws {
        let server = try FakeServer { connection in
            while let request = connection.readRequest() {
                let isPlain = !String(decoding: request.body, as: UTF8.self).contains("verbose_json")
                if isPlain {
                    connection.respond(Array("{\"text\": \"fine\"}".utf8))
                } else {
                    connection.respond("400 Bad Request", Array("{\"error\": {\"message\": \"response_format\"}}".utf8))
                }
            }
        }
        let recognizer = try recognizer(server.port)
        for _ in 0..<2 {
            let log = UpdateLog()
            _ = hear(recognizer, log)
            #expect(await log.text() == "fine")
        }
        let received = server.connections.map { String(decoding: $0.received, as: UTF8.self) }.joined()
        #expect(received.ranges(of: "verbose_json").count == 1, "it is asked once only")
    }

    @Test func deltasBecomePartials() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
            connection.write("data: {\"type\": \"transcript.text.delta\", \"delta\": \"set a\"}\n\n")
            connection.write("data: {\"type\": \"transcript.text.delta\", \"delta\": \" timer\"}\n\n")
            connection.write(
                "data: {\"type\": \"transcript.text.done\", \"text\": \"Set a timer.\"}\n\ndata: [DONE]\n\n")
        }
        let log = UpdateLog()
        let session = hear(try recognizer(server.port, model: "gpt-4o-transcribe"), log)
        #expect(await log.text() == "Set a timer.")
        #expect(log.partials.starts(with: ["set a", "set a timer"]))
        session.cancel()
    }

    @Test func whisperServerTextIsReturned() async throws {
        let server = try FakeServer { connection in
            guard let request = connection.readRequest(), request.head.hasPrefix("POST /inference ") else { return }
            connection.respond(Array("{\"text\": \" hello\\n\"}".utf8))
        }
        let log = UpdateLog()
        _ = hear(try recognizer(server.port, whisper: true), log)
        #expect(await log.text() == "hello")
    }

    @Test(arguments: ["[BLANK_AUDIO]", " (wind blowing) ", "*music* ♪", "...", ""])
    func noiseYieldsNoTranscript(answer: String) async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.respond(JSONValue.object(["text": .text(answer)]).bytes)
        }
        let log = UpdateLog()
        _ = hear(try recognizer(server.port), log)
        #expect(await log.end() == .final(nil))
    }

    @Test func errorsAreReported() async throws {
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.respond("500 Oops", Array("{\"detail\": \"CUDA out of memory\"}".utf8))
            } == .rejected(status: 500, message: "CUDA out of memory"))
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.respond("401 Unauthorized", type: "text/html", Array("<html>".utf8))
            } == .rejected(status: 401, message: ""))
        #expect(
            try await failure(whisper: true) {
                _ = $0.readRequest()
                $0.respond(Array("{\"error\": \"failed to read WAV\"}".utf8))
            } == .rejected(status: 0, message: "failed to read WAV"))
    }

    @Test(arguments: ["{\"text\": ", "[]", "{}", "\u{0}\u{1}", "", "{\"text\": 5}"])
    func malformedAnswersAreFailures(body: String) async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.respond(Array(body.utf8))
        }
        guard case .malformed = kind else {
            Issue.record("\(String(describing: kind))")
            return
        }
    }

    @Test func webPageIsNotATranscript() async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.respond("200 OK", type: "text/html", Array("<html>hello</html>".utf8))
        }
        #expect(kind == .malformed(.mediaType("text/html", wanted: "JSON")))
        let disguised = try await failure { connection in
            _ = connection.readRequest()
            connection.respond("200 OK", type: "text/plain", Array(" <html>log in</html>".utf8))
        }
        #expect(disguised == .malformed(.webPage))
    }

    @Test func aHugeAnswerIsRejected() async throws {
        let kind = try await failure { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"text\": \"")
            while connection.write([UInt8](repeating: UInt8(ascii: "a"), count: 65_536)) {}
        }
        #expect(kind == .tooLarge(limitBytes: 1 << 20))
    }

    @Test func moreSpeechDiscardsTheEarlyUpload() async throws {
        let bodies = Mutex<[Int]>([])
        let (uploads, told) = AsyncStream.makeStream(of: Void.self)
        let server = try FakeServer { connection in
            while let request = connection.readRequest() {
                let number = bodies.withLock { bodies in
                    bodies.append(request.body.count)
                    return bodies.count
                }
                told.yield()
                // The first upload gets no answer, since it holds only part of the speech.
                if number == 1 {
                    connection.readToEnd()
                } else {
                    connection.respond(Array("{\"text\": \"both halves\"}".utf8))
                }
            }
        }
        let log = UpdateLog()
        let session = try recognizer(server.port).begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.prepareResult()
        session.prepareResult()
        _ = await uploads.first { true }
        session.accept(Remote.rest)
        session.finish()
        session.finish()
        #expect(await log.text() == "both halves")
        let sizes = bodies.withLock { $0 }
        #expect(sizes.count == 2)
        #expect(sizes[1] - sizes[0] == Remote.utterance.count * 2, "the second one holds all of it")
        #expect(log.count == 1)
    }

    @Test func theEarlyUploadsAnswerIsUsed() async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil { connection.respond(Array("{\"text\": \"ready\"}".utf8)) }
        }
        let latencies = Mutex<[Duration]>([])
        let service = OpenAITranscription(try Remote.endpoint(server.port, network: network))
        let recognizer = UploadingRecognizer(service, uploadsEarly: { true }) { latency in
            latencies.withLock { $0.append(latency) }
        }
        let log = UpdateLog()
        let session = recognizer.begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.prepareResult()
        // The pause continues.
        for _ in 0..<20 { session.accept([Int16](repeating: 0, count: 320)) }
        #expect(await Eventually.holds { latencies.withLock { $0.count } == 1 })
        session.accept([Int16](repeating: 0, count: 320))
        session.finish()
        #expect(await log.text() == "ready")
        var received = 0
        for connection in server.connections { received += connection.received.count }
        let twice: Int = 2 * Remote.utterance.count * 2
        #expect(received < twice, "uploaded once")
    }

    @Test func meteredServersReceiveOnlyFinishedUtterances() async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil { connection.respond(Array("{\"text\": \"a\"}".utf8)) }
        }
        let log = UpdateLog()
        let session = try recognizer(server.port, early: false).begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.prepareResult()
        #expect(server.connectionCount == 0)
        session.finish()
        #expect(await log.text() == "a")
    }

    @Test func cancellingClosesTheConnectionSilently() async throws {
        let (starts, begun) = AsyncStream.makeStream(of: Void.self)
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            begun.yield()
            told.yield(connection.readToEnd())
        }
        let log = UpdateLog()
        let session = hear(try recognizer(server.port), log)
        _ = await starts.first { true }
        session.cancel()
        #expect(await ends.first { _ in true } == true)
        #expect(log.count == 0)
    }

    @Test func tooShortSoundIsNotSent() async throws {
        let server = try FakeServer { $0.readToEnd() }
        let log = UpdateLog()
        _ = hear(try recognizer(server.port), log, [1, 2, 3])
        #expect(await log.end() == .final(nil))
        #expect(server.connectionCount == 0)
    }
}
