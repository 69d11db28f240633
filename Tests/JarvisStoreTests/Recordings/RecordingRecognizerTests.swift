// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisStore
import JarvisTesting
import Synchronization
import Testing

struct RecordingRecognizerTests {
    private final class Keeper: UtteranceKeeper {
        private let state = Mutex((isKeeping: true, kept: [UtteranceRecording]()))

        var isKeeping: Bool { state.withLock { $0.isKeeping } }
        var kept: [UtteranceRecording] { state.withLock { $0.kept } }
        func keep(_ recording: UtteranceRecording) { state.withLock { $0.kept.append(recording) } }
        func stopKeeping() { state.withLock { $0.isKeeping = false } }
    }

    private let inner = FakeRecognizer()
    private let keeper = Keeper()
    private let clock = FakeWallClock()
    private var recognizer: RecordingRecognizer { RecordingRecognizer(inner, keeper: keeper, clock: clock) }

    @Test func utterancesAreRecordedWithTimeAndTranscript() {
        inner.hear("what time is it")
        let updates = Mutex<[RecognitionUpdate]>([])
        let session = recognizer.begin(.command) { update in updates.withLock { $0.append(update) } }
        session.accept([1, 2])
        clock.advance(by: .seconds(2))
        session.accept([3])
        session.prepareResult()
        #expect(keeper.kept.isEmpty)
        session.finish()
        #expect(keeper.kept.map(\.samples) == [[1, 2, 3]])
        #expect(keeper.kept.first?.beganAt == FakeWallClock().now())
        #expect(keeper.kept.first?.transcript?.text == "what time is it")
        #expect(updates.withLock { $0 }.count == 1)
        #expect(inner.sessions.first?.samples == [1, 2, 3] && inner.sessions.first?.preparationCount == 1)
    }

    @Test func cancelledUtterancesAreNotRecorded() {
        let session = recognizer.begin(.command) { _ in }
        session.accept([1])
        session.cancel()
        #expect(keeper.kept.isEmpty && inner.sessions.first?.isCancelled == true)
    }

    @Test func finishedUtterancesAreRecordedWithoutATranscript() {
        let slow = SilentRecognizer()
        let session = RecordingRecognizer(slow, keeper: keeper, clock: clock).begin(.command) { _ in }
        session.accept([1, 2])
        session.finish()
        session.cancel()
        session.cancel()
        #expect(keeper.kept.map(\.samples) == [[1, 2]])
        #expect(keeper.kept.first?.transcript == nil)
    }

    /// An utterance may continue after its end was decided, or be retried after a failure. Its ID stays the same,
    /// whatever the sound.
    @Test(arguments: [3, 8_000], [[Int16](), [3, 4]])
    func aRepeatedUtteranceKeepsItsID(sampleCount: Int, more: [Int16]) {
        let said = [Int16](repeating: 0, count: sampleCount)
        let slow = SilentRecognizer()
        let first = RecordingRecognizer(slow, keeper: keeper, clock: clock)
        inner.hear("set a timer for ten minutes")
        let utterance = SpokenUtterance()
        utterance.append(said)
        let session = first.begin(.command, of: utterance) { _ in }
        session.accept(upTo: utterance.count)
        session.finish()
        session.cancel()
        slow.answers(with: inner)
        // Other utterances in between.
        for _ in 0..<20 {
            let between = first.begin(.command) { _ in }
            between.accept(said)
            between.finish()
        }
        utterance.append(more)
        let again = first.begin(.command, of: utterance) { _ in }
        again.accept(upTo: utterance.count)
        again.finish()
        #expect(keeper.kept.count == 22)
        #expect(Set(keeper.kept.map(\.id)).count == 21)
        #expect(keeper.kept.first?.id == keeper.kept.last?.id)
        #expect(keeper.kept.first?.samples == said && keeper.kept.last?.samples == said + more)
        #expect(keeper.kept.last?.transcript?.text == "set a timer for ten minutes")
    }

    /// With other people in the room, it is known only later whether an utterance was meant for the assistant.
    @Test func overheardUtterancesAreRecordedOnlyOnceConfirmed() {
        inner.hear("what time is it")
        let utterances = [SpokenUtterance(mayBeOverheard: true), SpokenUtterance(mayBeOverheard: true)]
        for utterance in utterances {
            utterance.append([1, 2])
            let session = recognizer.begin(.command, of: utterance) { _ in }
            session.accept(upTo: 2)
            session.finish()
        }
        #expect(keeper.kept.isEmpty)
        utterances[1].confirmation.confirm()
        utterances[1].confirmation.confirm()
        #expect(keeper.kept.map(\.id) == [utterances[1].id])
        #expect(keeper.kept.first?.samples == [1, 2])
    }

    @Test func stopPhrasesAndDisabledRecordingKeepNothing() {
        inner.hear("stop")
        let stop = recognizer.begin(.stopPhrase) { _ in }
        stop.accept([1])
        stop.finish()
        keeper.stopKeeping()
        let off = recognizer.begin(.command) { _ in }
        off.accept([1])
        off.finish()
        #expect(keeper.kept.isEmpty && inner.sessions.count == 2)
    }
}

/// A recognizer that never answers, until another takes over.
private final class SilentRecognizer: SpeechRecognizer {
    private final class Session: RecognitionSession {
        func accept(upTo sampleCount: Int) {}
        func prepareResult() {}
        func finish() {}
        func cancel() {}
    }

    let name = "silent"
    private let other = Mutex<(any SpeechRecognizer)?>(nil)

    func warmUp() {}
    func answers(with recognizer: any SpeechRecognizer) { other.withLock { $0 = recognizer } }
    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance,
        handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        other.withLock { $0 }?.begin(task, of: utterance, handler: handler) ?? Session()
    }
}
