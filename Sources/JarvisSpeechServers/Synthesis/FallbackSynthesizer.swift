// SPDX-License-Identifier: GPL-3.0-or-later
// A server's synthesizer with the embedded one behind it: a reply goes on where the server left it, in the middle of a
// clause if need be.

import JarvisCore
import JarvisNetwork
import JarvisSpokenText

/// Asks the server first; the embedded synthesizer says what the server has not.
final class FallbackSynthesizer: SpeechSynthesizer {
    private let server: any SpeechSynthesizer
    private let embedded: any SpeechSynthesizer
    private let trial: EngineTrial

    /// A word of which less has sounded is said again, in seconds.
    private static let heardSeconds = 0.2

    init(server: any SpeechSynthesizer, embedded: any SpeechSynthesizer, trial: EngineTrial) {
        self.server = server
        self.embedded = embedded
        self.trial = trial
    }

    /// The embedded synthesizer's: they are what the settings choose from by `voice.name`.
    func voices() async throws -> [Voice] { try await embedded.voices() }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        guard trial.mayTry() else { return embedded.synthesize(clause, prosody: prosody) }
        return ClauseStream.make { [self] continuation in
            var said = Said()
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

    /// What the listener has got of a clause so far.
    private struct Said {
        var samples = 0
        var rate = 0
        var words: [SpokenWord] = []

        mutating func add(_ piece: SynthesizedAudio) {
            samples += piece.samples.count
            rate = piece.sampleRateHertz
            words += piece.words
        }

        /// The first character that has not been said, and the text from there on.
        func remainder(of clause: String) -> (start: Int, text: String) {
            guard samples > 0, let last = words.last else { return (0, clause) }
            let sounded = Double(samples - last.sampleOffset) / Double(max(rate, 1))
            let start = sounded < FallbackSynthesizer.heardSeconds ? last.startCharacter : last.endCharacter
            return (start, String(clause.dropFirst(start)))
        }

        /// A piece of the remainder as a piece of the whole clause.
        func continued(by piece: SynthesizedAudio, from start: Int) -> SynthesizedAudio {
            var piece = piece
            let before = rate == 0 ? 0 : samples * piece.sampleRateHertz / rate
            for place in piece.words.indices {
                piece.words[place].startCharacter += start
                piece.words[place].endCharacter += start
                piece.words[place].sampleOffset += before
            }
            return piece
        }
    }
}

extension EngineTrial {
    /// Of a server that speaks.
    static func synthesis(_ server: ServerAvailability, _ notice: @escaping @Sendable (String) -> Void) -> Self {
        EngineTrial(server, consequence: "Until it answers, JARVIS speaks with its own voice.", notice: notice)
    }
}
