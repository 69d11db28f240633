// SPDX-License-Identifier: GPL-3.0-or-later
// Provides the synthesizer that the settings choose, and replaces it when they change.

public import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// Speaks each clause with the engine that the settings name at that moment.
public final class SelectedSynthesizer: SpeechSynthesizer {
    struct Choice: Hashable {
        var engine: SynthesisEngine
        var server: SpeechServer
    }

    private static let wyomingPort = 10_200

    private let selected: Selected<Choice, any SpeechSynthesizer>
    private let embedded: any SpeechSynthesizer
    private let parts: EngineParts

    init(embedded: any SpeechSynthesizer, settings: @escaping @Sendable () -> SpeechSettings, parts: EngineParts) {
        self.embedded = embedded
        self.parts = parts
        selected = Selected(
            choice: { Self.choice(settings()) }, server: { Self.name(of: $0) },
            trial: { .synthesis($0, parts.notice) }, make: { Self.engine($0, parts, answered: $1) })
    }

    /// The embedded synthesizer's voices, for `voice.name`; a server's voices are `serverVoices`.
    public func voices() async throws -> [Voice] { try await embedded.voices() }

    /// True only for the embedded synthesizer: servers receive no text before it is about to be spoken.
    public var mayWorkAhead: Bool { selected.candidate == nil && embedded.mayWorkAhead }

    /// Servers load their own voices, so the embedded voice would only waste memory.
    public func warmUp(voice: String) {
        if selected.candidate == nil { embedded.warmUp(voice: voice) }
    }

    public func forgetLead() { embedded.forgetLead() }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        guard let candidate = selected.candidate else { return embedded.synthesize(clause, prosody: prosody) }
        return FallbackSynthesizer(server: candidate.engine, embedded: embedded, trial: candidate.trial)
            .synthesize(clause, prosody: prosody)
    }

    /// The chosen engine's voices, for `synthesis.voice`; empty if the engine has no list.
    /// - Throws: `SynthesisFailure`.
    func serverVoices() async throws -> [Voice] { try await selected.candidate?.engine.voices() ?? [] }

    /// The health of the chosen engine; nil for the embedded synthesizer.
    var health: EngineHealth? { selected.health }

    /// Checks that the chosen engine is available, without sending text; nil for the embedded synthesizer.
    func probe() async -> EngineHealth? {
        await selected.probe(failure: serverFailure) { candidate in
            let server = candidate.choice.server
            switch candidate.choice.engine {
            case .openAI, .embedded: try await parts.endpoint(server).probe()
            case .piper: _ = try await candidate.engine.voices()
            case .wyoming:
                let wyoming = try parts.wyoming(server, defaultPort: Self.wyomingPort)
                guard try await !wyoming.info().voices.isEmpty else {
                    throw ServerFailure(server: wyoming.address.display, kind: .malformed(.noVoices))
                }
            }
        }
    }

    private static func choice(_ speech: SpeechSettings) -> Choice? {
        guard speech.synthesis != .embedded else { return nil }
        return Choice(engine: speech.synthesis, server: speech.synthesisServer)
    }

    private static func name(of choice: Choice) -> String {
        if choice.engine == .piper { return PiperSynthesizer.programName }
        let schemes = Set(ServerAddress.Scheme.allCases)
        return (try? ServerAddress(choice.server.address, schemes: schemes, defaultPort: wyomingPort))?.display
            ?? choice.server.address
    }

    private static func engine(
        _ choice: Choice, _ parts: EngineParts, answered: @escaping @Sendable (Duration) -> Void
    ) -> any SpeechSynthesizer {
        do {
            switch choice.engine {
            case .wyoming:
                let server = try parts.wyoming(choice.server, defaultPort: wyomingPort)
                return WyomingSynthesizer(server, voice: choice.server.voice, answered: answered)
            case .piper:
                return PiperSynthesizer(model: choice.server.model, speaker: choice.server.voice, answered: answered)
            case .openAI, .embedded:
                return OpenAISynthesizer(try parts.endpoint(choice.server), answered: answered)
            }
        } catch {
            return UnusableEngine(ServerFailure(server: choice.server.address, kind: .address(error)))
        }
    }
}
