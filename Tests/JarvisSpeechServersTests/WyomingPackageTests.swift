// SPDX-License-Identifier: GPL-3.0-or-later
// The clients against the `wyoming` package's own server code (scripts/wyoming-server), to check them against the real
// protocol.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisSpeechServers

@Suite(.serialized, .timeLimit(.minutes(3)))
struct WyomingPackageTests {
    private let network = NetworkOnDemand()
    private let process: ChildProcess
    private let port: Int

    init() async throws {
        let root = String(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())
        let process = try ChildProcess("bash", [root + "/scripts/wyoming-server"])
        self.process = process
        // The first run creates a virtual environment and installs the package.
        let isUp = await Eventually.holds(within: .seconds(300)) {
            process.output.contains("port ") || !process.isRunning
        }
        let line = process.output.split(separator: "\n").first { $0.hasPrefix("port ") }
        port = try #require(line.flatMap { Int($0.dropFirst(5)) }, "no Wyoming server (\(isUp)): \(process.output)")
    }

    @Test func theServersInfoIsParsed() async throws {
        let info = try await Remote.wyoming(port, network: network).info()
        #expect(info.recognizesSpeech)
        #expect(info.streamsTranscripts)
        #expect(info.voices == [Voice(id: "tester", name: "A voice for tests", languages: ["en", "de"])])
    }

    @Test(arguments: [false, true])
    func anUtteranceIsTranscribed(isStreaming: Bool) async throws {
        let recognizer = WyomingRecognizer(
            try Remote.wyoming(port, network: network), model: isStreaming ? "streaming" : "whole", language: "en")
        let log = UpdateLog()
        let session = recognizer.begin(.command, handler: log.handler)
        for _ in 0..<10 { session.accept(Array(Remote.utterance.prefix(1600))) }
        session.finish()
        #expect(await log.text() == "16000 samples of 500 in en")
        #expect(log.partials.isEmpty == !isStreaming)
    }

    @Test func aClauseIsSynthesized() async throws {
        let synthesizer = WyomingSynthesizer(try Remote.wyoming(port, network: network), voice: "tester")
        let pieces = try await Remote.pieces(synthesizer, "hello there")
        // A twentieth of a second for each letter.
        let expected: Int = 22_050 * 11 / 20
        let samples: [Int16] = pieces.flatMap(\.samples)
        #expect(samples.count == expected)
        #expect(pieces.count > 1)
        #expect(pieces.flatMap(\.words).map(\.endCharacter) == [5, 11])
    }

    @Test func anUnknownVoiceIsReported() async throws {
        let synthesizer = WyomingSynthesizer(try Remote.wyoming(port, network: network), voice: "nobody")
        #expect(try await Remote.failure(synthesizer) == .rejected(status: 0, message: "no voice nobody"))
    }
}
