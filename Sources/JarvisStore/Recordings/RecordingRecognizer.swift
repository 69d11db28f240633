// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps a recognizer and passes each utterance with its transcript to the keeper of recordings.

public import JarvisCore
import Synchronization

/// Forwards everything to another recognizer and, if recordings are on, hands each finished utterance to the keeper.
///
/// Utterances cancelled before their end, stop phrases, and speech that turns out not to be addressed to JARVIS are
/// never stored. An utterance that continues after all, or is recognized again, comes again under the same ID.
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
            // Call the handler first, so recording never delays the answer.
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

/// The audio of one session's utterance, until it is stored or discarded.
private final class PendingRecording: Sendable {
    private struct State {
        /// Nil once stored or discarded.
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

    /// Stores the utterance once its recognition ended, even if it failed before the utterance was over. Acts only
    /// once.
    func end(_ transcript: Transcript?) {
        let (utterance, sampleCount) = close()
        guard let utterance, sampleCount > 0 else { return }
        let recording = UtteranceRecording(
            id: utterance.id, samples: utterance.samples(upTo: sampleCount), beganAt: beganAt,
            transcript: transcript)
        utterance.confirmation.whenConfirmed { [keeper] in keeper.keep(recording) }
    }

    /// Stores a complete utterance even if its result isn't needed any more; discards an incomplete one.
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
        // First, because the result may arrive at once.
        recording.finish()
        inner.finish()
    }

    func cancel() {
        inner.cancel()
        recording.cancel()
    }
}
