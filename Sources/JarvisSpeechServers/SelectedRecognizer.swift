// SPDX-License-Identifier: GPL-3.0-or-later
// Provides the recognizer that the settings choose, and replaces it when they change.

public import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// Recognizes with the engine that the settings name when an utterance begins; later changes apply to the next one.
public final class SelectedRecognizer: SpeechRecognizer {
    struct Choice: Hashable {
        var engine: RecognitionEngine
        var server: SpeechServer
        /// The language code for the server; nil lets the server detect the language.
        var language: String?
        var vocabulary: String
    }

    private static let wyomingPort = 10_300

    private let selected: Selected<Choice, any SpeechRecognizer>
    private let embedded: any SpeechRecognizer
    private let parts: EngineParts

    init(embedded: any SpeechRecognizer, settings: @escaping @Sendable () -> SpeechSettings, parts: EngineParts) {
        self.embedded = embedded
        self.parts = parts
        selected = Selected(
            choice: { Self.choice(settings(), parts) }, server: { Self.name(of: $0.server) },
            trial: { .recognition($0, parts.notice) }, make: { Self.engine($0, parts, answered: $1) })
    }

    public var name: String { current.name }

    public func warmUp() { current.warmUp() }

    public func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        current.begin(task, of: utterance, handler: handler)
    }

    /// The health of the chosen server; nil for the embedded recognizer.
    var health: EngineHealth? { selected.health }

    /// Checks that the chosen server is available, without sending audio; nil for the embedded recognizer.
    func probe() async -> EngineHealth? {
        await selected.probe(failure: serverFailure) { candidate in
            let server = candidate.choice.server
            guard candidate.choice.engine == .wyoming else { return try await parts.endpoint(server).probe() }
            let wyoming = try parts.wyoming(server, defaultPort: Self.wyomingPort)
            guard try await wyoming.info().recognizesSpeech else {
                throw ServerFailure(
                    server: wyoming.address.display, kind: .malformed(.noRecognition))
            }
        }
    }

    private var current: any SpeechRecognizer {
        guard let candidate = selected.candidate else { return embedded }
        return FallbackRecognizer(server: candidate.engine, embedded: embedded, trial: candidate.trial)
    }

    private static func choice(_ speech: SpeechSettings, _ parts: EngineParts) -> Choice? {
        guard speech.recognition != .embedded else { return nil }
        return Choice(
            engine: speech.recognition, server: speech.recognitionServer,
            language: speech.language(ofDesktop: parts.desktopLanguage), vocabulary: speech.vocabulary)
    }

    private static func name(of server: SpeechServer) -> String {
        let schemes = Set(ServerAddress.Scheme.allCases)
        return (try? ServerAddress(server.address, schemes: schemes, defaultPort: wyomingPort))?.display
            ?? server.address
    }

    private static func engine(
        _ choice: Choice, _ parts: EngineParts, answered: @escaping @Sendable (Duration) -> Void
    ) -> any SpeechRecognizer {
        do {
            if choice.engine == .wyoming {
                let server = try parts.wyoming(choice.server, defaultPort: wyomingPort)
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
            // A server with a key may bill each request, so upload only once the utterance is certainly over.
            return UploadingRecognizer(
                service, uploadsEarly: { keys.knowsNone(for: endpoint.address) }, answered: answered)
        } catch {
            return UnusableEngine(ServerFailure(server: choice.server.address, kind: .address(error)))
        }
    }
}
