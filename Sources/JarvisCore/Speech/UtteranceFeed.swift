// SPDX-License-Identifier: GPL-3.0-or-later
// Recognition without a listener: of files, in tests and in measurements.

/// An utterance together with the session that recognizes it.
public struct UtteranceFeed: Sendable {
    public let utterance: SpokenUtterance
    private let session: any RecognitionSession

    init(_ utterance: SpokenUtterance, _ session: any RecognitionSession) {
        self.utterance = utterance
        self.session = session
    }

    /// Adds 16 kHz mono samples to the utterance and hands them to the session.
    public func accept(_ samples: [Int16]) {
        utterance.append(samples)
        session.accept(upTo: utterance.count)
    }

    /// These three as in `RecognitionSession`.
    public func prepareResult() { session.prepareResult() }
    public func finish() { session.finish() }
    public func cancel() { session.cancel() }
}

extension SpeechRecognizer {
    /// Begins an utterance of its own, to be fed by the caller.
    public func begin(
        _ task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> UtteranceFeed {
        let utterance = SpokenUtterance()
        return UtteranceFeed(utterance, begin(task, of: utterance, handler: handler))
    }

    /// Recognizes a whole recording.
    /// - Parameter samples: 16 kHz mono.
    /// - Returns: Nil when nothing intelligible was said.
    /// - Throws: `RecognitionFailure`.
    public func transcribe(samples: [Int16], task: RecognitionTask = .command) async throws -> Transcript? {
        try await withCheckedThrowingContinuation { continuation in
            let session = begin(task, of: SpokenUtterance(samples: samples)) { update in
                switch update {
                case .partial: break
                case .final(let transcript): continuation.resume(returning: transcript)
                case .failed(let failure): continuation.resume(throwing: failure)
                }
            }
            session.accept(upTo: samples.count)
            session.finish()
        }
    }
}
