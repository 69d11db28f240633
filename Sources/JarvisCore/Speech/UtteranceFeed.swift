// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds a recognizer without a listener: for files, tests and measurements.

/// An utterance and the session that recognizes it.
public struct UtteranceFeed: Sendable {
    public let utterance: SpokenUtterance
    private let session: any RecognitionSession

    init(_ utterance: SpokenUtterance, _ session: any RecognitionSession) {
        self.utterance = utterance
        self.session = session
    }

    /// Appends 16 kHz mono samples and passes them to the session.
    public func accept(_ samples: [Int16]) {
        utterance.append(samples)
        session.accept(upTo: utterance.count)
    }

    /// Like its counterpart in `RecognitionSession`; the same goes for `finish` and `cancel`.
    public func prepareResult() { session.prepareResult() }
    public func finish() { session.finish() }
    public func cancel() { session.cancel() }
}

extension SpeechRecognizer {
    /// Begins a new utterance for the caller to feed.
    public func begin(
        _ task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> UtteranceFeed {
        let utterance = SpokenUtterance()
        return UtteranceFeed(utterance, begin(task, of: utterance, handler: handler))
    }

    /// Recognizes a whole recording.
    /// - Parameter samples: 16 kHz mono.
    /// - Returns: Nil if nothing was intelligible.
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
