// SPDX-License-Identifier: GPL-3.0-or-later
// Listens in on a recognizer: what it is given goes to the keeper of recordings together with what it understood.

public import JarvisCore
import Synchronization

/// Passes everything on to another recognizer and, while the keeper is keeping, hands it each finished utterance.
/// Utterances that are cancelled before their end, and phrases that only may stop JARVIS, are never kept. An utterance
/// that goes on after all, or is recognized again, replaces what was kept of it.
public final class RecordingRecognizer: SpeechRecognizer {
    private let inner: any SpeechRecognizer
    private let shelf: Shelf
    private let clock: any WallClock

    public init(_ inner: any SpeechRecognizer, keeper: any UtteranceKeeper, clock: any WallClock) {
        self.inner = inner
        self.clock = clock
        shelf = Shelf(keeper)
    }

    public var name: String { inner.name }

    public func warmUp() { inner.warmUp() }

    public func begin(
        _ task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        guard task != .stopPhrase, shelf.keeper.isKeeping else { return inner.begin(task, handler: handler) }
        let tape = Tape(shelf: shelf, beganAt: clock.now())
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

/// Hands recordings to the keeper, and knows the last one again when it comes a second time.
private final class Shelf: Sendable {
    /// What there is to know about a recording's sound without holding it.
    private struct Kept {
        let sampleCount: Int
        let digest: Int
        let beganAt: Timestamp
    }

    /// An utterance that has failed may be tried again after some others.
    private static let mostKnown = 4
    /// Less sound than this proves nothing, nor does digital silence: 0.3 s.
    private static let fewestSamples = 4_800

    let keeper: any UtteranceKeeper
    private let known = Mutex<[Kept]>([])

    init(_ keeper: any UtteranceKeeper) {
        self.keeper = keeper
    }

    /// No microphone that hears anything gives the same samples twice: sound that begins with all of an earlier recording
    /// is the same utterance, longer or tried again.
    func keep(_ samples: [Int16], beganAt: Timestamp, transcript: Transcript?) {
        var recording = UtteranceRecording(samples: samples, beganAt: beganAt, transcript: transcript)
        known.withLock { known in
            let same = known.firstIndex { earlier in
                samples.count >= earlier.sampleCount
                    && Self.digest(samples.prefix(earlier.sampleCount)) == earlier.digest
            }
            if let same {
                recording.beganAt = known.remove(at: same).beganAt
                recording.replacesEarlier = true
            }
            guard samples.count >= Self.fewestSamples, samples.contains(where: { $0 != 0 }) else { return }
            known.append(
                Kept(sampleCount: samples.count, digest: Self.digest(samples[...]), beganAt: recording.beganAt))
            if known.count > Self.mostKnown { known.removeFirst() }
        }
        keeper.keep(recording)
    }

    private static func digest(_ samples: ArraySlice<Int16>) -> Int {
        var hasher = Hasher()
        samples.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
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
    private let shelf: Shelf
    private let beganAt: Timestamp

    init(shelf: Shelf, beganAt: Timestamp) {
        self.shelf = shelf
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
        shelf.keep(samples, beganAt: beganAt, transcript: transcript)
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
