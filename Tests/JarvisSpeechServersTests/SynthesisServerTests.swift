// SPDX-License-Identifier: GPL-3.0-or-later
// Speech synthesis by servers that behave and servers that don't.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisSignal
import JarvisTesting
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct SynthesisServerTests {
    private let network = NetworkOnDemand()
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: audio/pcm\r\n"

    private func openAI(_ server: FakeServer) throws -> OpenAISynthesizer {
        OpenAISynthesizer(try Remote.endpoint(server.port, network: network, model: "m", voice: "v"))
    }

    private func failure(_ serve: @escaping @Sendable (FakeConnection) -> Void) async throws -> ServerFailure.Kind? {
        let server = try FakeServer(serve)
        return try await Remote.failure(try openAI(server))
    }

    @Test func theFirstSoundArrivesBeforeTheLastIsSent() async throws {
        let (goOn, told) = AsyncStream.makeStream(of: Void.self)
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write(Self.head + "Connection: close\r\n\r\n")
            // An odd number of bytes: half a sample must wait for its other half.
            connection.write([1, 0, 2, 0, 3])
            told.yield()
            _ = connection.waitsForEnd(milliseconds: 300)
            connection.write([0, 4, 0] + Remote.silence)
        }
        var pieces: [SynthesizedAudio] = []
        let prosody = Prosody(voice: "en-us")
        for try await piece in try openAI(server).synthesize("hello there", prosody: prosody) {
            if pieces.isEmpty { _ = await goOn.first { true } }
            pieces.append(piece)
        }
        #expect(pieces.flatMap(\.samples).prefix(5) == [1, 2, 3, 4, 0])
        #expect(pieces.count > 1 && pieces[0].samples == [1, 2])
        #expect(pieces.allSatisfy { $0.sampleRateHertz == 24_000 })
        #expect(pieces.flatMap(\.words).map(\.endCharacter) == [5, 11], "every word appears")
    }

    @Test func speedPitchAndVolumeAreApplied() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.respond("200 OK", type: "audio/pcm", [0xE8, 3] + Remote.silence)
        }
        let prosody = Prosody(voice: "en-us", speed: 1.5, pitch: 12, volume: 0.5)
        let pieces = try await Remote.pieces(try openAI(server), "hello **there**", prosody)
        #expect(pieces[0].samples.prefix(2) == [500, 0])
        #expect(pieces[0].sampleRateHertz == 48_000, "an octave up by playing twice as fast")
        let request = String(decoding: server.connections[0].received, as: UTF8.self)
        #expect(request.contains("\"speed\":0.75"), "the server speaks slower instead")
        #expect(request.contains("\"input\":\"hello there\""), "no markup")
        #expect(request.contains("\"response_format\":\"pcm\"") && request.contains("\"voice\":\"v\""))
    }

    @Test func wavResponsesAreParsed() async throws {
        let samples = (0..<8000).map { Int16($0) }
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            let file = WAVFile.encode(samples, sampleRateHertz: 16_000)
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nConnection: close\r\n\r\n")
            connection.write(Array(file.prefix(30)))
            _ = connection.waitsForEnd(milliseconds: 50)
            connection.write(Array(file.dropFirst(30)))
        }
        let pieces = try await Remote.pieces(try openAI(server), "hello there")
        #expect(pieces.flatMap(\.samples) == samples)
        #expect(pieces.first?.sampleRateHertz == 16_000)
    }

    @Test func openAIFaultsAreReported() async throws {
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.respond("503 Busy", Array("{\"error\": \"loading model\"}".utf8))
            } == .rejected(status: 503, message: "loading model"))
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.respond("200 OK", type: "text/html", Array("<html>".utf8))
            } == .malformed(.mediaType("text/html", wanted: "PCM")))
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.respond("200 OK", type: "audio/pcm", Array("ID3\u{4}abcdef".utf8))
            } == .malformed(.compressedSound))
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.respond("200 OK", type: "audio/pcm", [])
            } == .incomplete(soundMilliseconds: 0, letterCount: 10))
        #expect(
            try await failure {
                _ = $0.readRequest()
                $0.write(Self.head + "Content-Length: 9000\r\n\r\nabcdefgh")
            } == .closedEarly)
    }

    @Test func theEmbeddedVoiceFinishesATruncatedClause() async throws {
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            // Half a second of a clause that takes about two.
            connection.write(Self.head + "Content-Length: 96000\r\n\r\n")
            connection.write([UInt8](repeating: 1, count: 24_000))
        }
        let own = FakeSynthesizer()
        let synthesizer = FallbackSynthesizer(
            server: try openAI(server), embedded: own, trial: .synthesis(ServerAvailability(server: "x")) { _ in })
        let clause = "The quick brown fox jumps over the lazy dog."
        let pieces = try await Remote.pieces(synthesizer, clause)
        let rest = try #require(own.clauses.first)
        #expect(clause.hasSuffix(rest) && rest.count < clause.count)
        let words = pieces.flatMap(\.words)
        #expect(zip(words, words.dropFirst()).allSatisfy { $0.sampleOffset * 2 / 3 <= $1.sampleOffset || $0 == $1 })
        #expect(words.last?.endCharacter == clause.count, "the captions reach the end")
    }

    @Test func wyomingSoundIsReturnedAsMono() async throws {
        let server = try FakeServer { connection in
            var reader = WyomingReader()
            var request: WyomingEvent?
            while request == nil, let bytes = connection.read() { request = try? reader.read(bytes).first }
            let isRight = request?.data["voice"]?.asObject?["speaker"]?.asText == "s" && request?.type == "synthesize"
            let format: JSONObject = ["rate": .integer(22_050), "width": .integer(2), "channels": .integer(2)]
            connection.write(WyomingEvent("audio-start", format).bytes)
            connection.write(
                WyomingEvent("audio-chunk", format, payload: (isRight ? [10, 0, 20, 0] : []) + Remote.silence).bytes)
            connection.write(WyomingEvent("audio-stop").bytes)
            connection.readToEnd()
        }
        let synthesizer = WyomingSynthesizer(try Remote.wyoming(server.port, network: network), voice: "v/s")
        let pieces = try await Remote.pieces(synthesizer, "hello there")
        #expect(pieces.flatMap(\.samples).prefix(2) == [15, 0], "channels are averaged")
        #expect(pieces[0].sampleRateHertz == 22_050)
        #expect(await Eventually.holds { server.connections[0].sawEnd })
    }

    @Test(arguments: ["/", "//", ""]) func anEmptyVoiceNameUsesTheServersDefault(voice: String) async throws {
        let server = try FakeServer { connection in
            var reader = WyomingReader()
            var request: WyomingEvent?
            while request == nil, let bytes = connection.read() { request = try? reader.read(bytes).first }
            let isRight = request != nil && request?.data["voice"] == nil
            let format: JSONObject = ["rate": .integer(16_000), "width": .integer(2), "channels": .integer(1)]
            connection.write(WyomingEvent("audio-start", format).bytes)
            connection.write(
                WyomingEvent("audio-chunk", format, payload: (isRight ? [7, 0] : []) + Remote.silence).bytes)
            connection.write(WyomingEvent("audio-stop").bytes)
            connection.readToEnd()
        }
        let synthesizer = WyomingSynthesizer(try Remote.wyoming(server.port, network: network), voice: voice)
        #expect(try await Remote.pieces(synthesizer, "hello").flatMap(\.samples).prefix(2) == [7, 0])
    }

    @Test func wyomingFaultsAreReported() async throws {
        let silent = try FakeServer { $0.readToEnd() }
        let slow = WyomingSynthesizer(
            try Remote.wyoming(silent.port, network: network), limits: Remote.impatient(.milliseconds(200)))
        let failure = try await Remote.failure(slow)
        // On a busy machine, connecting or sending may time out first.
        let isTooSlow = if case .timedOut? = failure { true } else { false }
        #expect(isTooSlow, "\(String(describing: failure))")
        let early = try FakeServer { connection in
            connection.write(WyomingEvent("audio-start", ["rate": .integer(16_000)]).bytes)
        }
        let cut = WyomingSynthesizer(try Remote.wyoming(early.port, network: network))
        #expect(try await Remote.failure(cut) == .closedEarly)
        let odd = try FakeServer { connection in
            connection.write(WyomingEvent("audio-start", ["rate": .integer(-5), "width": .integer(4)]).bytes)
            connection.readToEnd()
        }
        let wrong = WyomingSynthesizer(try Remote.wyoming(odd.port, network: network))
        #expect(try await Remote.failure(wrong) == .malformed(.notPCM))
    }

    /// Endless data that contains no sound.
    private static let noise: [[UInt8]] = [
        WyomingEvent("ping").bytes, WyomingEvent("audio-start", mono).bytes, WyomingEvent("audio-chunk", mono).bytes,
        Array(" ".utf8),
    ]
    private static let mono: JSONObject = ["rate": .integer(16_000), "width": .integer(2), "channels": .integer(1)]

    @Test(arguments: noise) func dataWithoutSoundTimesOut(noise: [UInt8]) async throws {
        let server = try FakeServer { connection in
            while connection.write(noise), !connection.waitsForHangup(milliseconds: 10) {}
        }
        let synthesizer = WyomingSynthesizer(
            try Remote.wyoming(server.port, network: network), limits: Remote.impatient(.milliseconds(200)))
        #expect(try await Remote.failure(synthesizer) == .timedOut(.answer))
    }

    @Test func stalledOrSlowSoundTimesOut() async throws {
        let stalling = try FakeServer { connection in
            connection.write(WyomingEvent("audio-chunk", Self.mono, payload: [1, 0]).bytes)
            while connection.write(WyomingEvent("ping").bytes), !connection.waitsForHangup(milliseconds: 10) {}
        }
        let limits = TransferLimits(answer: .seconds(60), pause: .milliseconds(200), total: .seconds(60))
        let first = WyomingSynthesizer(try Remote.wyoming(stalling.port, network: network), limits: limits)
        #expect(try await Remote.failure(first) == .timedOut(.rest))
        let dripping = try FakeServer { connection in
            let drop = WyomingEvent("audio-chunk", Self.mono, payload: [1, 0]).bytes
            while connection.write(drop), !connection.waitsForHangup(milliseconds: 10) {}
        }
        let second = WyomingSynthesizer(
            try Remote.wyoming(dripping.port, network: network), limits: Remote.impatient(total: .milliseconds(300)))
        #expect(try await Remote.failure(second) == .timedOut(.rest))
    }

    /// 10 ms of sound can't be a whole clause.
    @Test(arguments: [false, true]) func embeddedVoiceSpeaksAClauseWithTooLittleSound(isWyoming: Bool) async throws {
        let moment = [UInt8](repeating: 1, count: 480)
        let server = try FakeServer { connection in
            if isWyoming {
                connection.write(
                    WyomingEvent("audio-chunk", ["rate": .integer(24_000)], payload: moment).bytes
                        + WyomingEvent("audio-stop").bytes)
                connection.readToEnd()
            } else {
                _ = connection.readRequest()
                connection.respond("200 OK", type: "audio/pcm", moment)
            }
        }
        let remote: any SpeechSynthesizer =
            try isWyoming
            ? WyomingSynthesizer(Remote.wyoming(server.port, network: network)) : openAI(server)
        #expect(try await Remote.failure(remote) == .incomplete(soundMilliseconds: 10, letterCount: 10))
        let own = FakeSynthesizer()
        let availability = ServerAvailability(server: "x")
        let synthesizer = FallbackSynthesizer(
            server: remote, embedded: own, trial: .synthesis(availability) { _ in })
        let clause = "The quick brown fox jumps over the lazy dog."
        let pieces = try await Remote.pieces(synthesizer, clause)
        #expect(own.clauses == [clause], "from its beginning")
        #expect(pieces.flatMap(\.words).last?.endCharacter == clause.count)
        // The text may be at fault, so the first failure is not an outage yet; the second one is.
        #expect(availability.health.state == .unknown)
        _ = try await Remote.pieces(synthesizer, clause)
        #expect(own.clauses == [clause, clause])
        #expect(availability.health.state == .failing)
    }

    @Test func abandonedReplyClosesTheConnection() async throws {
        let (ends, told) = AsyncStream.makeStream(of: Bool.self)
        let server = try FakeServer { connection in
            _ = connection.readRequest()
            connection.write(Self.head + "Content-Length: 9000000\r\n\r\n")
            connection.write([UInt8](repeating: 1, count: 4800))
            told.yield(connection.readToEnd())
        }
        for try await _ in try openAI(server).synthesize("hello there", prosody: Prosody(voice: "en-us")) { break }
        #expect(await ends.first { _ in true } == true)
    }
}
