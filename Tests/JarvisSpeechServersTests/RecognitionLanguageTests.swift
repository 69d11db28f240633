// SPDX-License-Identifier: GPL-3.0-or-later
// The recognition language sent to speech servers.

import JarvisCore
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct RecognitionLanguageTests {
    /// The language codes that a server receives for a setting.
    private func sentCodes(_ setting: String, _ engine: RecognitionEngine, scheme: String) async throws -> [String] {
        let server = try FakeServer { connection in
            if scheme == "http" {
                while connection.readRequest() != nil { connection.respond(Array("{\"text\": \"hello\"}".utf8)) }
            } else {
                while let bytes = connection.read() {
                    guard !bytes.isEmpty, connection.received.firstRange(of: Array("audio-stop".utf8)) != nil else {
                        continue
                    }
                    connection.write("{\"type\": \"transcript\", \"data\": {\"text\": \"hello\"}}\n")
                }
            }
        }
        var settings = Settings()
        settings.speech.recognition = engine
        settings.speech.recognitionServer.address = "\(scheme)://127.0.0.1:\(server.port)"
        try #require(SettingDescriptor.named("recognition.language")).set(text: setting, in: &settings)
        let engines = SpeechEngines(
            recognizer: FakeRecognizer(), synthesizer: FakeSynthesizer(), keys: KeyRing(FakeSecrets()),
            desktopLanguage: "fr", notice: { _ in },
            settings: { [speech = settings.speech] in speech })
        let log = UpdateLog()
        let session = engines.recognizer.begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.finish()
        #expect(await log.text() == "hello")
        let text = server.connections.map { String(decoding: $0.received, as: UTF8.self) }.joined()
        let marks = ["name=\"language\"\r\n\r\n", "\"language\":\"", "\"language\": \""]
        return marks.flatMap { mark in
            text.ranges(of: mark).map { String(text[$0.upperBound...].prefix { $0.isLetter || $0 == "-" }) }
        }
    }

    @Test(arguments: [(RecognitionEngine.openAI, "http"), (.whisperServer, "http"), (.wyoming, "tcp")])
    func configuredLanguageIsSent(engine: RecognitionEngine, scheme: String) async throws {
        #expect(try await sentCodes("de", engine, scheme: scheme) == ["de"])
    }

    @Test(arguments: [(RecognitionEngine.openAI, "http"), (.whisperServer, "http"), (.wyoming, "tcp")])
    func desktopLanguageIsTheDefault(engine: RecognitionEngine, scheme: String) async throws {
        #expect(Settings().speech.recognitionLanguage == "default")
        #expect(try await sentCodes("default", engine, scheme: scheme) == ["fr"])
    }

    @Test(arguments: ["german", "de_DE", "d", "de-", "DE", "de\r\n"])
    func anInvalidLanguageIsRejected(text: String) throws {
        var settings = Settings()
        let setting = try #require(SettingDescriptor.named("recognition.language"))
        #expect(throws: SettingError.self) { try setting.set(text: text, in: &settings) }
        try setting.set(text: "pt-BR", in: &settings)
        #expect(settings.speech.recognitionLanguage == "pt-BR")
    }

    @Test func emptyLanguageLetsTheServerDetectIt() async throws {
        #expect(try await sentCodes("", .openAI, scheme: "http") == [])
        #expect(try await sentCodes("", .wyoming, scheme: "tcp") == [])
        // whisper.cpp assumes English unless asked to detect the language.
        #expect(try await sentCodes("", .whisperServer, scheme: "http") == ["auto"])
    }
}
