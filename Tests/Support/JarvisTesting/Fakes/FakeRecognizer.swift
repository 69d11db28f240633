// SPDX-License-Identifier: GPL-3.0-or-later
// A recognizer that returns what the test tells it to.

public import JarvisCore
import Synchronization

/// A recognizer with preset results.
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

        /// The accepted samples.
        public var samples: [Int16] { utterance.samples(upTo: state.withLock { $0.sampleCount }) }
        public var isCancelled: Bool { state.withLock { $0.isCancelled } }
        public func accept(upTo sampleCount: Int) { state.withLock { $0.sampleCount = sampleCount } }
        /// How often a result was requested in advance.
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

    /// Sets the final update of every later utterance; nil means that none comes.
    public func answer(_ result: RecognitionUpdate) { state.withLock { $0.result = result } }

    /// Makes every later utterance fail at its start; nil ends that.
    public func failAtOnce(_ failure: RecognitionFailure?) { state.withLock { $0.failure = failure } }

    /// Transcribes every later utterance as this text.
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
