// SPDX-License-Identifier: GPL-3.0-or-later
// Backs a server's recognizer with the embedded one. If the server fails, the embedded recognizer gets the utterance
// from the beginning, so none is lost.

import JarvisCore
import JarvisNetwork
import Synchronization

/// Tries the server first; the embedded recognizer takes over if it fails, and always handles stop phrases.
final class FallbackRecognizer: SpeechRecognizer {
    private let server: any SpeechRecognizer
    private let embedded: any SpeechRecognizer
    private let trial: EngineTrial

    var name: String { server.name }

    init(server: any SpeechRecognizer, embedded: any SpeechRecognizer, trial: EngineTrial) {
        self.server = server
        self.embedded = embedded
        self.trial = trial
    }

    func warmUp() {
        embedded.warmUp()
        server.warmUp()
    }

    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        guard task != .stopPhrase, trial.mayTry() else {
            return embedded.begin(task, of: utterance, handler: handler)
        }
        let session = FallbackSession(
            embedded: { [embedded] in embedded.begin(task, of: utterance, handler: $0) },
            outcome: { [trial] failure in
                if let failure { trial.failed(failure) } else { trial.succeeded() }
            }, handler: handler)
        session.begin { [server] in server.begin(task, of: utterance, handler: $0) }
        return session
    }
}

extension EngineTrial {
    /// Creates the trial of a recognition server, with the embedded recognizer as its stand-in.
    static func recognition(_ server: ServerAvailability, _ notice: @escaping @Sendable (Notice) -> Void) -> Self {
        EngineTrial(server, standIn: .embeddedRecognizer, notice: notice)
    }
}

private final class FallbackSession: RecognitionSession {
    private enum Stage {
        /// The server is handling the utterance.
        case server
        /// The embedded recognizer is receiving the audio that has arrived so far.
        case switching
        case embedded
        case over
    }

    private struct State {
        var stage = Stage.server
        var sampleCount = 0
        var server: (any RecognitionSession)?
        var embedded: (any RecognitionSession)?
        var isPrepared = false
        var isFinished = false
    }

    typealias Beginning = @Sendable (@escaping @Sendable (RecognitionUpdate) -> Void) -> any RecognitionSession

    private let state = Mutex(State())
    private let embedded: Beginning
    private let outcome: @Sendable (ServerFailure?) -> Void
    private let handler: @Sendable (RecognitionUpdate) -> Void

    init(
        embedded: @escaping Beginning, outcome: @escaping @Sendable (ServerFailure?) -> Void,
        handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) {
        self.embedded = embedded
        self.outcome = outcome
        self.handler = handler
    }

    func begin(_ server: Beginning) {
        let session = server { [self] in take($0) }
        let isWanted = state.withLock { state in
            guard state.stage == .server else { return false }
            state.server = session
            return true
        }
        if !isWanted { session.cancel() }
    }

    func accept(upTo sampleCount: Int) {
        target { state in
            state.sampleCount = sampleCount
            state.isPrepared = false
        }?.accept(upTo: sampleCount)
    }

    func prepareResult() {
        target { $0.isPrepared = true }?.prepareResult()
    }

    func finish() {
        target { $0.isFinished = true }?.finish()
    }

    func cancel() {
        let session = state.withLock { state -> (any RecognitionSession)? in
            defer {
                state = State()
                state.stage = .over
            }
            return state.embedded ?? state.server
        }
        session?.cancel()
    }

    /// Records a change in the state and returns the session to forward it to. Returns nil during a switch, which
    /// brings the embedded session up to date afterwards.
    private func target(_ note: (inout State) -> Void) -> (any RecognitionSession)? {
        state.withLock { state in
            guard !state.isFinished else { return nil }
            note(&state)
            switch state.stage {
            case .server: return state.server
            case .embedded: return state.embedded
            case .switching, .over: return nil
            }
        }
    }

    private func take(_ update: RecognitionUpdate) {
        switch update {
        case .partial:
            if state.withLock({ $0.stage == .server }) { handler(update) }
        case .final:
            guard leaveServer(for: .over) else { return }
            outcome(nil)
            handler(update)
        case .failed(.serverFailed(let failure)):
            guard leaveServer(for: .switching) else { return }
            outcome(failure)
            switchOver()
        case .failed:
            guard leaveServer(for: .switching) else { return }
            switchOver()
        }
    }

    /// Gives the utterance to the embedded recognizer.
    /// - Returns: False if the server is no longer handling the utterance.
    private func leaveServer(for stage: Stage) -> Bool {
        state.withLock { state in
            guard state.stage == .server else { return false }
            state.stage = stage
            state.server = nil
            return true
        }
    }

    /// Sends the embedded recognizer all audio so far, including what arrives during the switch.
    private func switchOver() {
        let session = embedded(handler)
        var given = 0
        while true {
            let (sampleCount, isPrepared, isFinished, isOver) = state.withLock { state in
                if state.stage == .over { return (given, false, false, true) }
                if state.sampleCount == given {
                    state.embedded = session
                    state.stage = .embedded
                }
                return (state.sampleCount, state.isPrepared, state.isFinished, false)
            }
            if isOver { return session.cancel() }
            if sampleCount == given {
                if isFinished { session.finish() } else if isPrepared { session.prepareResult() }
                return
            }
            session.accept(upTo: sampleCount)
            given = sampleCount
        }
    }
}
