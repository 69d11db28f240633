// SPDX-License-Identifier: GPL-3.0-or-later
// The synthesizer that the settings ask for, made anew when they ask for another one.

public import JarvisCore
import JarvisNetwork
import JarvisPlatform
import Synchronization

/// Follows the settings from clause to clause.
public final class SelectedSynthesizer: SpeechSynthesizer {
    private struct Choice: Hashable {
        var engine: SynthesisEngine
        var server: SpeechServer
    }

    private struct Made {
        var choice: Choice
        var engine: any SpeechSynthesizer
        var withFallback: any SpeechSynthesizer
        var availability: ServerAvailability
    }

    private let made: Mutex<Made?> = Mutex(nil)
    private let embedded: any SpeechSynthesizer
    private let settings: @Sendable () -> SpeechSettings
    private let parts: EngineParts

    init(embedded: any SpeechSynthesizer, settings: @escaping @Sendable () -> SpeechSettings, parts: EngineParts) {
        self.embedded = embedded
        self.settings = settings
        self.parts = parts
    }

    /// The embedded synthesizer's, from which `voice.name` chooses; a server's are `serverVoices`.
    public func voices() async throws -> [Voice] { try await embedded.voices() }

    public func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        (chosen()?.withFallback ?? embedded).synthesize(clause, prosody: prosody)
    }

    /// The voices of the engine that is set, from which `synthesis.voice` chooses; empty when it has no list.
    /// - Throws: `SynthesisFailure`.
    func serverVoices() async throws -> [Voice] { try await chosen()?.engine.voices() ?? [] }

    /// How the engine that is set has been doing; nil for the embedded synthesizer.
    var health: EngineHealth? { chosen()?.availability.health }

    /// The engine that is set has said that it is there.
    func serverReturned() { chosen()?.availability.returned() }

    private func chosen() -> Made? {
        let speech = settings()
        let choice = Choice(engine: speech.synthesis, server: speech.synthesisServer)
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
        let address = try? ServerAddress(choice.server.address, schemes: [.http, .https, .tcp], defaultPort: 10_200)
        let name = choice.engine == .piper ? PiperSynthesizer.programName : address?.display ?? choice.server.address
        let availability = ServerAvailability(server: name)
        let engine = engine(choice) { availability.answered(after: $0) }
        let fallback = FallbackSynthesizer(
            server: engine, embedded: embedded, availability: availability, notice: parts.notice)
        return Made(choice: choice, engine: engine, withFallback: fallback, availability: availability)
    }

    private func engine(_ choice: Choice, answered: @escaping @Sendable (Duration) -> Void) -> any SpeechSynthesizer {
        do {
            switch choice.engine {
            case .wyoming:
                let server = try parts.wyoming(choice.server, defaultPort: 10_200)
                return WyomingSynthesizer(server, voice: choice.server.voice, answered: answered)
            case .piper:
                return PiperSynthesizer(model: choice.server.model, speaker: choice.server.voice, answered: answered)
            case .openAI, .embedded:
                return OpenAISynthesizer(try parts.endpoint(choice.server), answered: answered)
            }
        } catch {
            return UnusableEngine(ServerFailure(server: choice.server.address, kind: .invalidAddress(error.advice)))
        }
    }
}
