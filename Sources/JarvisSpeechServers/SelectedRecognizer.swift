// SPDX-License-Identifier: GPL-3.0-or-later
// The recognizer that the settings ask for, made anew when they ask for another one.

public import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Synchronization

/// What engines outside of the program are made with.
struct EngineParts: Sendable {
    var network: NetworkOnDemand
    var keys: KeyRing
    var desktopLanguage: String
    /// Told what people should know.
    var notice: @Sendable (String) -> Void

    func endpoint(_ server: SpeechServer) throws(ServerAddressError) -> ServerEndpoint {
        let address = try ServerAddress(server.address, schemes: [.http, .https])
        return ServerEndpoint(
            address: address, model: server.model, voice: server.voice, keys: keys, http: network.http)
    }

    func wyoming(_ server: SpeechServer, defaultPort: Int) throws(ServerAddressError) -> WyomingServer {
        let address = try ServerAddress(server.address, schemes: [.tcp], defaultPort: defaultPort)
        return WyomingServer(address: address, loop: network.loop)
    }
}

/// Follows the settings from utterance to utterance; an utterance that has begun keeps its engine.
public final class SelectedRecognizer: SpeechRecognizer {
    private struct Choice: Hashable {
        var engine: RecognitionEngine
        var server: SpeechServer
        /// Nil: the server finds out.
        var language: String?
        var vocabulary: String
    }

    private struct Made {
        var choice: Choice
        var recognizer: any SpeechRecognizer
        var availability: ServerAvailability
    }

    private let made: Mutex<Made?> = Mutex(nil)
    private let embedded: any SpeechRecognizer
    private let settings: @Sendable () -> SpeechSettings
    private let parts: EngineParts

    init(embedded: any SpeechRecognizer, settings: @escaping @Sendable () -> SpeechSettings, parts: EngineParts) {
        self.embedded = embedded
        self.settings = settings
        self.parts = parts
    }

    public var name: String { current().name }

    public func warmUp() { current().warmUp() }

    public func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        current().begin(task, of: utterance, handler: handler)
    }

    /// How the server that is set has been doing; nil for the embedded recognizer.
    var health: EngineHealth? { chosen()?.availability.health }

    /// The server that is set has said that it is there.
    func serverReturned() { chosen()?.availability.returned() }

    private func current() -> any SpeechRecognizer { chosen()?.recognizer ?? embedded }

    private func chosen() -> Made? {
        let speech = settings()
        let choice = Choice(
            engine: speech.recognition, server: speech.recognitionServer,
            language: speech.language(ofDesktop: parts.desktopLanguage), vocabulary: speech.vocabulary)
        return made.withLock { made in
            guard choice.engine != .embedded else {
                made = nil
                return nil
            }
            if let made, made.choice == choice { return made }
            made = make(choice)
            return made
        }
    }

    private func make(_ choice: Choice) -> Made {
        let name = (try? ServerAddress(choice.server.address, schemes: [.http, .https, .tcp], defaultPort: 10_300))?
            .display
        let availability = ServerAvailability(server: name ?? choice.server.address)
        let recognizer = FallbackRecognizer(
            server: engine(choice) { availability.answered(after: $0) }, embedded: embedded,
            availability: availability, notice: parts.notice)
        return Made(choice: choice, recognizer: recognizer, availability: availability)
    }

    private func engine(_ choice: Choice, answered: @escaping @Sendable (Duration) -> Void) -> any SpeechRecognizer {
        do {
            if choice.engine == .wyoming {
                let server = try parts.wyoming(choice.server, defaultPort: 10_300)
                return WyomingRecognizer(
                    server, model: choice.server.model, language: choice.language, answered: answered)
            }
            let endpoint = try parts.endpoint(choice.server)
            let service: any TranscriptionService =
                choice.engine == .openAI
                ? OpenAITranscription(endpoint, language: choice.language, vocabulary: choice.vocabulary)
                : WhisperServerTranscription(endpoint, language: choice.language, vocabulary: choice.vocabulary)
            let keys = parts.keys
            Task { _ = try? await keys.key(for: endpoint.address) }
            // A server that wants a key counts, and may bill, each request.
            return UploadingRecognizer(
                service, uploadsEarly: { keys.knowsNone(for: endpoint.address) }, answered: answered)
        } catch {
            return UnusableEngine(ServerFailure(server: choice.server.address, kind: .invalidAddress(error.advice)))
        }
    }
}
