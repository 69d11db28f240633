// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for an engine whose address is invalid, so that the error is reported like any other failure.

import JarvisCore

/// Fails every request with the same failure.
final class UnusableEngine: SpeechRecognizer, SpeechSynthesizer {
    let name = "none"
    private let failure: ServerFailure

    init(_ failure: ServerFailure) {
        self.failure = failure
    }

    private final class Session: RecognitionSession {
        func accept(upTo sampleCount: Int) {}
        func prepareResult() {}
        func finish() {}
        func cancel() {}
    }

    func warmUp() {}

    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        handler(.failed(.serverFailed(failure)))
        return Session()
    }

    func voices() async throws -> [Voice] { throw SynthesisFailure.serverFailed(failure) }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        AsyncThrowingStream { $0.finish(throwing: SynthesisFailure.serverFailed(failure)) }
    }
}
