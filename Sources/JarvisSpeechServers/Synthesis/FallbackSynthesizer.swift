// SPDX-License-Identifier: GPL-3.0-or-later
// Backs a server's synthesizer with the embedded one, which continues a reply where the server failed, even in the
// middle of a clause.

import JarvisCore
import JarvisNetwork
import JarvisSpokenText

/// Tries the server first; the embedded synthesizer says the rest if the server fails.
final class FallbackSynthesizer: SpeechSynthesizer {
    private let server: any SpeechSynthesizer
    private let embedded: any SpeechSynthesizer
    private let trial: EngineTrial

    init(server: any SpeechSynthesizer, embedded: any SpeechSynthesizer, trial: EngineTrial) {
        self.server = server
        self.embedded = embedded
        self.trial = trial
    }

    /// The embedded synthesizer's voices: `voice.name` in the settings refers to those.
    func voices() async throws -> [Voice] { try await embedded.voices() }

    func forgetLead() { embedded.forgetLead() }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        guard trial.mayTry() else { return embedded.synthesize(clause, prosody: prosody) }
        return ClauseStream.make { [self] continuation in
            var said = SpokenSoFar()
            do {
                for try await piece in server.synthesize(clause, prosody: prosody) {
                    said.add(piece)
                    continuation.yield(piece)
                }
                try Task.checkCancellation()
                return trial.succeeded()
            } catch SynthesisFailure.serverFailed(let failure) {
                trial.failed(failure)
            }
            let (start, rest) = said.remainder(of: clause)
            guard rest.contains(where: \.isWordPart) else { return }
            for try await piece in embedded.synthesize(rest, prosody: prosody) {
                continuation.yield(said.continued(by: piece, from: start))
            }
        }
    }
}

extension EngineTrial {
    /// Creates the trial of a synthesis server, with the embedded synthesizer as its stand-in.
    static func synthesis(_ server: ServerAvailability, _ notice: @escaping @Sendable (Notice) -> Void) -> Self {
        EngineTrial(server, standIn: .embeddedSynthesizer, notice: notice)
    }
}
