// SPDX-License-Identifier: GPL-3.0-or-later
// A recognizer that understands what the test tells it to.

public import JarvisCore
import Synchronization

/// A recognizer that understands what the test sets.
public final class FakeRecognizer: SpeechRecognizer {
    /// One utterance handed to the fake.
    public final class Session: RecognitionSession {
        private struct State {
            var sampleCount = 0
            var isCancelled = false
            var preparationCount = 0
        }

        public let task: RecognitionTask
        public let utterance: SpokenUtterance
        private let state = Mutex(State())
        private let onFinish: @Sendable (Session) -> Void

        init(task: RecognitionTask, utterance: SpokenUtterance, onFinish: @escaping @Sendable (Session) -> Void) {
            self.task = task
            self.utterance = utterance
            self.onFinish = onFinish
        }

        /// What was accepted.
        public var samples: [Int16] { utterance.samples(upTo: state.withLock { $0.sampleCount }) }
        public var isCancelled: Bool { state.withLock { $0.isCancelled } }
        public func accept(upTo sampleCount: Int) { state.withLock { $0.sampleCount = sampleCount } }
        /// How often a result was asked to be prepared.
        public var preparationCount: Int { state.withLock { $0.preparationCount } }
        public func prepareResult() { state.withLock { $0.preparationCount += 1 } }
        public func finish() { onFinish(self) }
        public func cancel() { state.withLock { $0.isCancelled = true } }
    }

    private struct State {
        var result: RecognitionUpdate = .final(nil)
        var failure: RecognitionFailure?
        var sessions: [Session] = []
        var handlers: [@Sendable (RecognitionUpdate) -> Void] = []
    }

    private let state = Mutex(State())
    public let name = "fake"

    public init() {}

    /// What every utterance finishes with from now on; nil: no final answer ever comes.
    public func answer(_ result: RecognitionUpdate) { state.withLock { $0.result = result } }

    /// From now on every utterance fails as soon as it begins.
    public func failAtOnce(_ failure: RecognitionFailure?) { state.withLock { $0.failure = failure } }

    /// Understands every utterance as this text.
    public func hear(_ text: String) {
        answer(.final(Transcript(text: text, confidence: 1, engine: name, search: .grammar)))
    }

    public var sessions: [Session] { state.withLock { $0.sessions } }

    /// Sends an update for the newest utterance.
    public func send(_ update: RecognitionUpdate) {
        state.withLock { $0.handlers.last }?(update)
    }

    public func warmUp() {}

    public func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        let session = Session(task: task, utterance: utterance) { [weak self] session in
            guard let self, !session.isCancelled else { return }
            handler(self.state.withLock { $0.result })
        }
        state.withLock { state in
            state.sessions.append(session)
            state.handlers.append(handler)
        }
        if let failure = state.withLock({ $0.failure }) { handler(.failed(failure)) }
        return session
    }
}
