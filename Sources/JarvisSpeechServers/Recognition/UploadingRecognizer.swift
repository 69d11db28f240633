// SPDX-License-Identifier: GPL-3.0-or-later
// A recognizer for servers that take whole utterances: it uploads the audio when the speaker pauses.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisSignal
import Synchronization

/// Uploads each utterance. May start the upload at a pause, before the end of the utterance is certain.
final class UploadingRecognizer: SpeechRecognizer {
    private let service: any TranscriptionService
    private let uploadsEarly: @Sendable () -> Bool
    private let answered: @Sendable (Duration) -> Void

    /// - Parameters:
    ///   - uploadsEarly: Returns false for servers that count, and may bill, each request.
    ///   - answered: Called with the latency of each answer, from the start of its upload.
    init(
        _ service: any TranscriptionService, uploadsEarly: @escaping @Sendable () -> Bool,
        answered: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.service = service
        self.uploadsEarly = uploadsEarly
        self.answered = answered
    }

    var name: String { service.name }

    func warmUp() {}

    func begin(
        _ task: RecognitionTask, of utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) -> any RecognitionSession {
        UploadingSession(service, utterance, uploadsEarly: uploadsEarly, answered: answered, handler: handler)
    }
}

private final class UploadingSession: RecognitionSession {
    private struct Upload {
        var number: Int
        var task: Task<Void, Never>
        var result: Result<Transcript?, ServerFailure>?
    }

    private struct State {
        var sampleCount = 0
        var upload: Upload?
        /// Detects whether the speaker has continued since the upload began.
        var pause: SpeechGate.Watch?
        var uploadCount = 0
        var isFinished = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let service: any TranscriptionService
    private let utterance: SpokenUtterance
    private let uploadsEarly: @Sendable () -> Bool
    private let answered: @Sendable (Duration) -> Void
    private let handler: @Sendable (RecognitionUpdate) -> Void

    /// Servers reject audio of less than a tenth of a second.
    private static let fewestSamples = AudioFrame.sampleRateHertz / 10
    /// The confidence of servers that report none.
    private static let usualConfidence = 0.8

    init(
        _ service: any TranscriptionService, _ utterance: SpokenUtterance, uploadsEarly: @escaping @Sendable () -> Bool,
        answered: @escaping @Sendable (Duration) -> Void,
        handler: @escaping @Sendable (RecognitionUpdate) -> Void
    ) {
        self.service = service
        self.uploadsEarly = uploadsEarly
        self.utterance = utterance
        self.answered = answered
        self.handler = handler
    }

    func accept(upTo sampleCount: Int) {
        state.withLock { state in
            guard !state.isFinished, sampleCount > state.sampleCount else { return }
            let earlier = state.sampleCount
            state.sampleCount = sampleCount
            // Only speech after the pause makes the upload incomplete; silence does not.
            guard state.pause?.hears(utterance.samples(from: earlier, upTo: sampleCount)) ?? true else { return }
            state.upload?.task.cancel()
            (state.upload, state.pause) = (nil, nil)
        }
    }

    func prepareResult() {
        guard uploadsEarly() else { return }
        state.withLock { state in
            guard !state.isOver, state.upload == nil else { return }
            begin(&state)
            if state.upload != nil { state.pause = SpeechGate.Watch(after: utterance.samples(upTo: state.sampleCount)) }
        }
    }

    func finish() {
        let update = state.withLock { state -> RecognitionUpdate? in
            guard !state.isFinished, !state.isOver else { return nil }
            state.isFinished = true
            if state.sampleCount < Self.fewestSamples {
                state.isOver = true
                state.upload?.task.cancel()
                return .final(nil)
            }
            if state.upload == nil { begin(&state) }
            return conclusion(&state)
        }
        if let update { handler(update) }
    }

    func cancel() {
        state.withLock { state in
            state.isOver = true
            state.isFinished = true
            state.upload?.task.cancel()
            state.upload = nil
        }
    }

    private func begin(_ state: inout State) {
        guard state.sampleCount >= Self.fewestSamples else { return }
        state.uploadCount += 1
        let number = state.uploadCount
        let samples = utterance.samples(upTo: state.sampleCount)
        let task = Task { [self] in
            let start = ContinuousClock.now
            let result: Result<Transcript?, ServerFailure>
            do {
                let answer = try await service.transcribe(samples) { [self] in partial($0, of: number) }
                answered(ContinuousClock.now - start)
                result = .success(transcript(answer))
            } catch let failure as ServerFailure {
                result = .failure(failure)
            } catch {
                result = .failure(ServerFailure(server: service.endpoint.address.display, kind: .cancelled))
            }
            ended(number, result)
        }
        state.upload = Upload(number: number, task: task)
    }

    private func transcript(_ answer: TranscriptionAnswer) -> Transcript? {
        guard !answer.text.isEmpty else { return nil }
        return Transcript(
            text: answer.text, confidence: answer.confidence ?? Self.usualConfidence, engine: service.name,
            search: .dictation)
    }

    private func partial(_ text: String, of number: Int) {
        let isCurrent = state.withLock { !$0.isOver && $0.upload?.number == number }
        if isCurrent { handler(.partial(PartialTranscript(text: text))) }
    }

    private func ended(_ number: Int, _ result: Result<Transcript?, ServerFailure>) {
        let update = state.withLock { state -> RecognitionUpdate? in
            guard state.upload?.number == number else { return nil }
            state.upload?.result = result
            return conclusion(&state)
        }
        if let update { handler(update) }
    }

    /// The update to report now, if any: successful text is held back until the result is requested.
    private func conclusion(_ state: inout State) -> RecognitionUpdate? {
        guard state.isFinished, !state.isOver, let result = state.upload?.result else { return nil }
        state.isOver = true
        switch result {
        case .success(let transcript): return .final(transcript)
        case .failure(let failure): return .failed(.serverFailed(failure))
        }
    }
}
