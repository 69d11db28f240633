// SPDX-License-Identifier: GPL-3.0-or-later
// From microphone frames to transcripts: cuts utterances out of the sound and hands them to the recognizer while they
// are being spoken. Frames come on the microphone's delivery thread, orders from the main actor.

import JarvisCore
import JarvisSignal
import Synchronization

/// Listens as it is told; every report carries the turn it belongs to.
final class ListeningPipeline: Sendable {
    /// What the sound is for now.
    private struct Order {
        var mode: ListeningMode
        var turn: TurnID
        var task: RecognitionTask
    }

    private struct State {
        var order: Order?
        var segmenter = UtteranceSegmenter()
        var session: (any RecognitionSession)?
        var isOpen = false
        var device: String?
        /// Frames since the last one with speech in it.
        var silentFrames = 0
    }

    private let state = Mutex(State())
    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let timing: TurnTimer
    private let log: any EventLog
    /// Called from any thread, in order.
    private let report: @Sendable (AssistantEvent) -> Void

    init(
        microphone: any Microphone, recognizer: any SpeechRecognizer, timing: TurnTimer, log: any EventLog,
        report: @escaping @Sendable (AssistantEvent) -> Void
    ) {
        self.microphone = microphone
        self.recognizer = recognizer
        self.timing = timing
        self.log = log
        self.report = report
    }

    /// Sets what happens to the sound and opens the microphone if need be. Within one turn a running utterance goes
    /// on under the new mode.
    func listen(_ mode: ListeningMode, turn: TurnID, task: RecognitionTask, device: String?) {
        state.withLock { state in
            state.device = device
            state.isOpen = true
            let order = Order(mode: mode, turn: turn, task: task)
            if state.order?.turn == turn && state.order?.task == task {
                state.order = order
                state.segmenter.setMode(mode.segmentation)
            } else {
                drop(&state)
                state.order = order
                state.segmenter = UtteranceSegmenter(
                    mode: mode.segmentation, configuration: task == .dictation ? .dictation : .command)
            }
            if mode.isOpenAtOnce && state.session == nil { begin(&state) }
        }
        microphone.open(device: device) { [weak self] in self?.take($0) }
    }

    /// Ends the utterance now; its transcript follows.
    func finish(turn: TurnID) {
        state.withLock { state in
            guard state.order?.turn == turn else { return }
            _ = state.segmenter.finish()
            complete(&state, turn: turn)
        }
    }

    /// Drops the utterance and is deaf until the next order.
    func discard(turn: TurnID) {
        state.withLock { state in
            guard state.order?.turn == turn else { return }
            drop(&state)
        }
    }

    /// Drops everything and closes the microphone.
    func close() {
        state.withLock { state in
            // An utterance that was finished keeps its session: the transcript still comes.
            drop(&state)
            state.isOpen = false
        }
        microphone.close()
    }

    /// Moves an open microphone to another device.
    func setDevice(_ device: String?) {
        let moves = state.withLock { state in
            defer { state.device = device }
            return state.isOpen && state.device != device
        }
        if moves { microphone.open(device: device) { [weak self] in self?.take($0) } }
    }

    private func take(_ event: MicrophoneEvent) {
        switch event {
        case .frame(let frame): state.withLock { take(frame, &$0) }
        case .opened(let device):
            log.record("microphone", ["device": .text(device)])
            report(.microphoneRecovered)
        case .failed(let failure): report(.microphoneFailed(failure))
        case .mutedBySystem(let isMuted): report(.microphoneMutedBySystem(isMuted))
        case .overrun(let frames): log.record("overrun", ["frames": .integer(Int64(frames))])
        case .closed: break
        }
    }

    private func take(_ frame: AudioFrame, _ state: inout State) {
        guard let order = state.order else { return }
        state.silentFrames = frame.isSpeech ? 0 : state.silentFrames + 1
        let events = state.segmenter.process(
            frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
        for event in events {
            switch event {
            case .speechStarted(let preRoll, _):
                // First of all: a recognizer without its model fails at once, and that belongs to an utterance that has
                // begun.
                if order.mode != .stopPhrases { report(.speechStarted(order.turn)) }
                if state.session == nil { begin(&state) }
                if !preRoll.isEmpty { state.session?.accept(preRoll) }
            case .audio(let samples):
                state.session?.accept(samples)
            case .speechEnded(let end):
                utteranceEnded(end, order: order, &state)
            }
        }
    }

    private func utteranceEnded(_ end: UtteranceEnd, order: Order, _ state: inout State) {
        if order.mode == .stopPhrases {
            // The next phrase gets a session of its own.
            state.session?.finish()
            state.session = nil
            return
        }
        if end != .noSpeech {
            timing.mark(.speechEnded, turn: order.turn, earlier: AudioFrame.duration * state.silentFrames)
            timing.mark(.endpointDecided, turn: order.turn)
        }
        report(.speechEnded(order.turn))
        if end == .noSpeech {
            drop(&state)
            report(.transcribed(order.turn, nil))
        } else {
            complete(&state, turn: order.turn)
        }
    }

    private func begin(_ state: inout State) {
        guard let order = state.order else { return }
        let report = report
        state.session = recognizer.begin(order.task) { update in
            switch update {
            case .partial(let text):
                if order.task != .stopPhrase { report(.partialTranscript(order.turn, text.text)) }
            case .final(let transcript):
                if order.task != .stopPhrase || transcript != nil { report(.transcribed(order.turn, transcript)) }
            case .failed(let failure):
                if order.task != .stopPhrase { report(.recognitionFailed(order.turn, failure)) }
            }
        }
    }

    private func complete(_ state: inout State, turn: TurnID) {
        timing.mark(.endpointDecided, turn: turn)
        if let session = state.session {
            session.finish()
        } else {
            report(.transcribed(turn, nil))
        }
        state.session = nil
        state.order = nil
    }

    private func drop(_ state: inout State) {
        state.session?.cancel()
        state.session = nil
        state.order = nil
        state.segmenter.discard()
    }
}

extension ListeningMode {
    fileprivate var segmentation: UtteranceSegmenter.Mode {
        switch self {
        case .untilSpeechEnds, .stopPhrases: .automatic
        case .nowUntilSpeechEnds: .openUntilSilence
        case .nowUntilFinished: .openUntilFinished
        }
    }

    fileprivate var isOpenAtOnce: Bool {
        self == .nowUntilSpeechEnds || self == .nowUntilFinished
    }
}
