// SPDX-License-Identifier: GPL-3.0-or-later
// Listens in on a recognizer: what it is given goes to the keeper of recordings together with what it understood.

public import JarvisCore
import Synchronization

/// Passes everything on to another recognizer and, while the keeper is keeping, hands it each finished utterance.
/// Utterances that are cancelled before their end, and phrases that only may stop JARVIS, are never kept.
public final class RecordingRecognizer: SpeechRecognizer {
    private let inner: any SpeechRecognizer
    private let keeper: any UtteranceKeeper
    private let clock: any WallClock

    public init(_ inner: any SpeechRecognizer, keeper: any UtteranceKeeper, clock: any WallClock) {
        self.inner = inner
        self.keeper = keeper
        self.clock = clock
    }

    public var name: String { inner.name }

    public func warmUp() { inner.warmUp() }

    public func begin(
        _ task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        guard task != .stopPhrase, keeper.isKeeping else { return inner.begin(task, handler: handler) }
        let tape = Tape(keeper: keeper, beganAt: clock.now())
        let session = inner.begin(task) { update in
            // The listener first: keeping must not cost the answer any time.
            handler(update)
            switch update {
            case .partial: break
            case .final(let transcript): tape.end(transcript)
            case .failed: tape.end(nil)
            }
        }
        return Session(inner: session, tape: tape)
    }
}

/// The samples of one utterance until it is kept or dropped.
private final class Tape: Sendable {
    private struct State {
        var samples: [Int16] = []
        var isFinished = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let keeper: any UtteranceKeeper
    private let beganAt: Timestamp

    init(keeper: any UtteranceKeeper, beganAt: Timestamp) {
        self.keeper = keeper
        self.beganAt = beganAt
    }

    func add(_ samples: [Int16]) {
        state.withLock { state in
            if !state.isFinished { state.samples += samples }
        }
    }

    func finish() { state.withLock { $0.isFinished = true } }

    /// The recognizer has answered: the utterance is kept, once. One that failed before it was over is kept as well.
    func end(_ transcript: Transcript?) {
        guard let samples = close(), !samples.isEmpty else { return }
        keeper.keep(UtteranceRecording(samples: samples, beganAt: beganAt, transcript: transcript))
    }

    /// An utterance that was said to the end is kept even if nobody waits for its words any more.
    func cancel() {
        if state.withLock({ $0.isFinished }) { end(nil) } else { _ = close() }
    }

    private func close() -> [Int16]? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            state.isOver = true
            defer { state.samples = [] }
            return state.samples
        }
    }
}

private final class Session: RecognitionSession {
    private let inner: any RecognitionSession
    private let tape: Tape

    init(inner: any RecognitionSession, tape: Tape) {
        self.inner = inner
        self.tape = tape
    }

    func accept(_ samples: [Int16]) {
        tape.add(samples)
        inner.accept(samples)
    }

    func prepareResult() { inner.prepareResult() }

    func finish() {
        // Before the recognizer hears of it: the result may come at once.
        tape.finish()
        inner.finish()
    }

    func cancel() {
        inner.cancel()
        tape.cancel()
    }
}
