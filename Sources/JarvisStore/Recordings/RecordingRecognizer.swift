// SPDX-License-Identifier: GPL-3.0-or-later
// Listens in on a recognizer: utterances go to the keeper of recordings together with what was understood.

public import JarvisCore
import Synchronization

/// Passes everything on to another recognizer and, while the keeper is keeping, hands it each finished utterance.
/// Utterances that are cancelled before their end, phrases that may only stop JARVIS, and talk that turns out not to be
/// meant for it are never kept. An utterance
/// that goes on after all, or is recognized again, comes again under the same identity.
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
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        guard task != .stopPhrase, keeper.isKeeping else { return inner.begin(task, of: utterance, handler: handler) }
        let recording = PendingRecording(utterance, keeper: keeper, beganAt: clock.now())
        let session = inner.begin(task, of: utterance) { update in
            // The listener first: keeping must not cost the answer any time.
            handler(update)
            switch update {
            case .partial: break
            case .final(let transcript): recording.end(transcript)
            case .failed: recording.end(nil)
            }
        }
        return Session(inner: session, recording: recording)
    }
}

/// One session's sound of an utterance, until that is kept or dropped.
private final class PendingRecording: Sendable {
    private struct State {
        /// Nil once it was kept or dropped.
        var utterance: SpokenUtterance?
        var sampleCount = 0
        var isFinished = false
    }

    private let state: Mutex<State>
    private let keeper: any UtteranceKeeper
    private let beganAt: Timestamp

    init(_ utterance: SpokenUtterance, keeper: any UtteranceKeeper, beganAt: Timestamp) {
        state = Mutex(State(utterance: utterance))
        self.keeper = keeper
        self.beganAt = beganAt
    }

    func accept(upTo sampleCount: Int) {
        state.withLock { state in
            if !state.isFinished { state.sampleCount = sampleCount }
        }
    }

    func finish() { state.withLock { $0.isFinished = true } }

    /// The recognizer has answered: the utterance is kept, once. One that failed before it was over is kept as well.
    func end(_ transcript: Transcript?) {
        let (utterance, sampleCount) = close()
        guard let utterance, sampleCount > 0 else { return }
        let recording = UtteranceRecording(
            id: utterance.id, samples: utterance.samples(upTo: sampleCount), beganAt: beganAt,
            transcript: transcript)
        utterance.confirmation.whenConfirmed { [keeper] in keeper.keep(recording) }
    }

    /// An utterance that was said to the end is kept even if its words are no longer waited for.
    func cancel() {
        if state.withLock({ $0.isFinished }) { end(nil) } else { _ = close() }
    }

    private func close() -> (SpokenUtterance?, sampleCount: Int) {
        state.withLock { state in
            defer { state.utterance = nil }
            return (state.utterance, state.sampleCount)
        }
    }
}

private final class Session: RecognitionSession {
    private let inner: any RecognitionSession
    private let recording: PendingRecording

    init(inner: any RecognitionSession, recording: PendingRecording) {
        self.inner = inner
        self.recording = recording
    }

    func accept(upTo sampleCount: Int) {
        recording.accept(upTo: sampleCount)
        inner.accept(upTo: sampleCount)
    }

    func prepareResult() { inner.prepareResult() }

    func finish() {
        // Before the recognizer knows: the result may come at once.
        recording.finish()
        inner.finish()
    }

    func cancel() {
        inner.cancel()
        recording.cancel()
    }
}
