// SPDX-License-Identifier: GPL-3.0-or-later
// Dictation that switches to another engine if the preferred one fails.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Uses the preferred engine; after a failure, the fallback takes over, including the failed utterance. The preferred
/// engine is tried again after a while.
public final class FallbackDictation: DictationRecognizer {
    private let preferred: any DictationRecognizer
    private let fallback: any DictationRecognizer
    private let notice: @Sendable (RecognitionFailure) -> Void
    private struct State {
        var rest: FailureRest
        /// The user has been told of the failure, and the engine has not worked since.
        var isTold = false
    }

    private let state: Mutex<State>

    /// - Parameters:
    ///   - rest: How long the preferred engine rests after a failure.
    ///   - notice: Receives the reason for the fallback; repeated only if the engine has worked in between.
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
        // The answers also show that both engines have finished all earlier calls, so ask both.
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

    /// Passes calls on to the engine that currently handles the utterance.
    private final class Session: DictationSession {
        private struct State {
            var inner: (any DictationSession)?
            var sampleCount = 0
            var preparation: Int?
            var isEnded = false
        }

        private let state = Mutex(State())

        func start(_ session: any DictationSession) {
            // The engine may fail and be replaced before `begin` returns its session.
            state.withLock { if $0.inner == nil { $0.inner = session } }
        }

        /// Replaces the engine, and repeats the calls so far on the new one.
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
