// SPDX-License-Identifier: GPL-3.0-or-later
// Dictation that goes on with another engine where the preferred one cannot be used.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Asks the preferred engine; from a failure on, the other one, which also gets the utterance that failed. After a while the
/// preferred one is tried again.
public final class FallbackDictation: DictationRecognizer {
    private let preferred: any DictationRecognizer
    private let fallback: any DictationRecognizer
    private let notice: @Sendable (RecognitionFailure) -> Void
    private struct State {
        var rest: FailureRest
        /// The failure has been told, and the engine has not worked since.
        var isTold = false
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - rest: How long the preferred engine is left alone after a failure.
    ///   - notice: Told why the preferred engine is not used; again only if it has worked in between.
    public init(
        _ preferred: any DictationRecognizer, fallback: any DictationRecognizer, rest: FailureRest = FailureRest(),
        notice: @escaping @Sendable (RecognitionFailure) -> Void
    ) {
        self.preferred = preferred
        self.fallback = fallback
        self.notice = notice
        state = Mutex(State(rest: rest))
    }

    private var current: any DictationRecognizer { state.withLock { $0.rest.hasFailed } ? fallback : preferred }

    public var name: String { current.name }
    public var hearsCommands: Bool { current.hearsCommands }
    public var comparesPhrases: Bool { current.comparesPhrases }

    public func warmUp() { current.warmUp() }

    public func setOwnWords(_ words: Set<String>) {
        preferred.setOwnWords(words)
        fallback.setOwnWords(words)
    }

    public func trim() {
        preferred.trim()
        fallback.trim()
    }

    public func isLoaded() async -> Bool {
        // Both, so that everything that was asked before is done.
        let states = await [preferred.isLoaded(), fallback.isLoaded()]
        return states.contains(true)
    }

    public func begin(
        _ utterance: SpokenUtterance, report: @escaping @Sendable (DictationUpdate) -> Void
    ) -> any DictationSession {
        let isResting = state.withLock { state in
            if state.rest.isOver { state.rest.end() }
            return state.rest.hasFailed
        }
        guard !isResting else { return fallback.begin(utterance, report: report) }
        let session = Session()
        session.start(
            preferred.begin(utterance) { [self, weak session] update in
                guard case .failed(let failure) = update else {
                    state.withLock { $0.isTold = false }
                    return report(update)
                }
                note(failure)
                session?.replace(with: fallback.begin(utterance, report: report))
            })
        return session
    }

    private func note(_ failure: RecognitionFailure) {
        let isNew = state.withLock { state in
            state.rest.begin()
            defer { state.isTold = true }
            return !state.isTold
        }
        if isNew { notice(failure) }
    }

    /// Passes the calls on to the engine that has the utterance now.
    private final class Session: DictationSession {
        private struct State {
            var inner: (any DictationSession)?
            var sampleCount = 0
            var preparation: Int?
            var isEnded = false
        }

        private let state = Mutex(State())

        func start(_ session: any DictationSession) {
            // The engine may have failed, and have been replaced, before it returned.
            state.withLock { if $0.inner == nil { $0.inner = session } }
        }

        /// Tells another engine what the first one was told.
        func replace(with session: any DictationSession) {
            state.withLock { state in
                state.inner = session
                guard !state.isEnded else { return session.end() }
                session.accept(upTo: state.sampleCount)
                if let preparation = state.preparation { session.prepare(number: preparation) }
            }
        }

        func accept(upTo sampleCount: Int) {
            state.withLock { state in
                state.sampleCount = sampleCount
                state.inner?.accept(upTo: sampleCount)
            }
        }

        func prepare(number: Int) {
            state.withLock { state in
                state.preparation = number
                state.inner?.prepare(number: number)
            }
        }

        func reconsider(number: Int, phrases: [[String]]) {
            state.withLock { $0.inner?.reconsider(number: number, phrases: phrases) }
        }

        func end() {
            state.withLock { state in
                state.isEnded = true
                state.inner?.end()
            }
        }
    }
}
