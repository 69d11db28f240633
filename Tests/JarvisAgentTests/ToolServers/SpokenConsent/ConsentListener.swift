// SPDX-License-Identifier: GPL-3.0-or-later
// The program's voice detector on a fake microphone, and its recognizer with recorded results.

import JarvisAudio
import JarvisConversation
import JarvisCore
import JarvisRecognition
import JarvisPlatform
import JarvisSignal
import JarvisSpeechTesting
import JarvisSynthesis
import JarvisTesting
import JarvisSpeechModels
import Synchronization

/// The recognizer as the program makes it, with the neural model; records what it has heard.
final class ConsentRecognizer: SpeechRecognizer {
    private struct State {
        /// Finished sessions that have not reported their result.
        var due: Set<Int> = []
        var count = 0
        var transcripts: [String] = []
    }

    private final class Session: RecognitionSession {
        let inner: any RecognitionSession
        let finished: @Sendable () -> Void
        let cancelled: @Sendable () -> Void

        init(
            _ inner: any RecognitionSession, finished: @escaping @Sendable () -> Void,
            cancelled: @escaping @Sendable () -> Void
        ) {
            self.inner = inner
            self.finished = finished
            self.cancelled = cancelled
        }

        func accept(upTo sampleCount: Int) { inner.accept(upTo: sampleCount) }
        func prepareResult() { inner.prepareResult() }
        func finish() {
            finished()
            inner.finish()
        }
        func cancel() {
            cancelled()
            inner.cancel()
        }
    }

    private let recognizer: PocketSphinxRecognizer
    private let state = Mutex(State())

    init() {
        let resources = ResourceLocator.standard()
        recognizer = PocketSphinxRecognizer(
            model: .standard(pronouncer: ESpeakPronouncer.phones), answerRivals: ConsentPhrases.rivals,
            dictation: MoonshineDictation(
                model: RecognizerModel(folder: resources.speechModelFolder("moonshine-tiny-en")),
                libraryFolder: resources.speechLibraryFolder))
    }

    var name: String { recognizer.name }
    func warmUp() { recognizer.warmUp() }

    /// True while a result is on its way.
    var isBusy: Bool { state.withLock { !$0.due.isEmpty } }

    /// Everything heard since the last call.
    func takeTranscripts() -> [String] {
        state.withLock { state in
            defer { state.transcripts = [] }
            return state.transcripts
        }
    }

    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let inner = recognizer.begin(task, of: utterance) { [self] update in
            handler(update)
            switch update {
            case .partial: break
            case .final(let transcript): end(number, transcript.map { "\($0.text) (\($0.confidence))" })
            case .failed(let failure): end(number, "failed: \(failure)")
            }
        }
        return Session(
            inner, finished: { [self] in _ = state.withLock { $0.due.insert(number) } },
            cancelled: { [self] in _ = state.withLock { $0.due.remove(number) } })
    }

    private func end(_ number: Int, _ text: String?) {
        state.withLock { state in
            if let text { state.transcripts.append(text) }
            state.due.remove(number)
        }
    }
}

/// Sound from memory, as a microphone with the program's voice detector delivers it.
@MainActor
final class ConsentMicrophone {
    let microphone = FakeMicrophone()
    private let detector = VoiceDetectors(resources: .standard()).make()
    private var index: Int64 = 0

    func hear(_ samples: [Int16]) {
        let length = AudioFrame.samplesPerFrame
        for start in stride(from: 0, through: samples.count - length, by: length) {
            let frame = Array(samples[start..<start + length])
            let activity = frame.withUnsafeBufferPointer(detector.process)
            microphone.send(
                .frame(
                    AudioFrame(
                        samples: frame, sampleIndex: index, isSpeech: activity.isSpeech,
                        levelDBFS: activity.levelDBFS)))
            index += Int64(length)
        }
    }
}
