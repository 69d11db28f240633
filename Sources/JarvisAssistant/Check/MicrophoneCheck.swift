// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the microphone while the conversation rests: level, noise, and the words spoken. Reports arrive on the
// microphone's and the recognizer's threads; results sit behind one lock and are read for drawing.

public import JarvisCore
import JarvisSignal
import Synchronization

/// A microphone being tested.
public final class MicrophoneCheck: Sendable {
    private struct State {
        var finding = MicrophoneFinding()
        var meter = MicrophoneMeter()
        var segmenter = UtteranceSegmenter(configuration: .command)
        var utterance: SpokenUtterance?
        var session: (any RecognitionSession)?
        var heard: [String] = []
        var isDeaf = false
        var isOpen = false
    }

    /// A step that a frame requires of the recognizer.
    private enum Order {
        case begin(SpokenUtterance)
        case accept(any RecognitionSession, Int)
        case finish(any RecognitionSession)
    }

    private let microphone: any Microphone
    private let recognizer: any SpeechRecognizer
    private let task: RecognitionTask
    private let state = Mutex(State())

    /// - Parameters:
    ///   - microphone: A microphone for this check alone.
    ///   - task: The recognition task for each utterance.
    public init(microphone: any Microphone, recognizer: any SpeechRecognizer, task: RecognitionTask = .dictation) {
        self.task = task
        self.microphone = microphone
        self.recognizer = recognizer
    }

    deinit {
        microphone.close()
    }

    /// The results so far.
    public var finding: MicrophoneFinding { state.withLock { $0.finding } }

    /// True between `begin` and `end`.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The texts understood since the last call, one per utterance.
    public func takeHeard() -> [String] {
        state.withLock { state in
            defer { state.heard = [] }
            return state.heard
        }
    }

    /// Starts on a device (nil: the desktop's default), or moves to it; earlier results are dropped.
    public func begin(device: String?, sensitivity: Double, processing: SoundProcessing) {
        let old = state.withLock { state in
            let isDeaf = state.isDeaf
            let old = state.session
            state = State()
            state.isDeaf = isDeaf
            state.isOpen = true
            return old
        }
        old?.cancel()
        recognizer.warmUp()
        microphone.setSensitivity(sensitivity)
        microphone.setProcessing(processing)
        microphone.open(device: device) { [weak self] in self?.take($0) }
    }

    /// Closes the microphone and drops speech in progress.
    public func end() {
        let session = state.withLock { state in
            state.isOpen = false
            return Self.drop(&state)
        }
        session?.cancel()
        microphone.close()
    }

    /// While deaf, nothing counts as speech, so JARVIS does not hear itself; the level is still measured.
    public func setDeaf(_ isDeaf: Bool) {
        let session = state.withLock { state in
            state.isDeaf = isDeaf
            return isDeaf ? Self.drop(&state) : nil
        }
        session?.cancel()
    }

    /// Drops the utterance in progress and returns its recognition session, for the caller to cancel.
    private static func drop(_ state: inout State) -> (any RecognitionSession)? {
        defer {
            state.segmenter.discard()
            state.utterance = nil
            state.session = nil
            state.finding.isSpeaking = false
        }
        return state.session
    }

    private func take(_ event: MicrophoneEvent) {
        switch event {
        case .opened(let device): state.withLock { $0.finding.device = device }
        case .frame(let frame): for order in orders(frame) { carryOut(order) }
        case .mutedBySystem(let isMuted): interrupt(isMuted ? .muted : .opening)
        case .failed(let failure): interrupt(.failed(failure))
        case .overrun, .closed: break
        }
    }

    /// Drops speech in progress, which will not be completed.
    private func interrupt(_ condition: MicrophoneFinding.Condition) {
        let session = state.withLock { state in
            state.finding.condition = condition
            return Self.drop(&state)
        }
        session?.cancel()
    }

    private func orders(_ frame: AudioFrame) -> [Order] {
        state.withLock { state in
            guard state.isOpen, state.finding.condition != .muted else { return [] }
            state.meter.take(frame, into: &state.finding)
            guard !state.isDeaf else { return [] }
            var orders: [Order] = []
            let events = state.segmenter.process(
                frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
            for event in events {
                switch event {
                case .speechStarted(let preRoll, _):
                    let utterance = SpokenUtterance()
                    utterance.append(preRoll)
                    state.utterance = utterance
                    state.finding.isSpeaking = true
                    state.finding.words = ""
                    orders.append(.begin(utterance))
                case .audio(let more), .speechResumed(let more):
                    guard let utterance = state.utterance else { continue }
                    utterance.append(more)
                    if let session = state.session { orders.append(.accept(session, utterance.count)) }
                case .speechEnded:
                    state.utterance = nil
                    state.finding.isSpeaking = false
                    if let session = state.session { orders.append(.finish(session)) }
                    state.session = nil
                case .endSettled: break
                }
            }
            return orders
        }
    }

    private func carryOut(_ order: Order) {
        switch order {
        case .begin(let utterance):
            let session = recognizer.begin(task, of: utterance) { [weak self] in
                self?.take($0, of: utterance.id)
            }
            session.accept(upTo: utterance.count)
            // It may have been dropped in the meantime.
            let isWanted = state.withLock { state in
                guard state.utterance?.id == utterance.id else { return false }
                state.session = session
                return true
            }
            if !isWanted { session.cancel() }
        case .accept(let session, let count): session.accept(upTo: count)
        case .finish(let session): session.finish()
        }
    }

    private func take(_ update: RecognitionUpdate, of utterance: UtteranceID) {
        state.withLock { state in
            switch update {
            case .partial(let partial):
                if state.utterance?.id == utterance { state.finding.words = partial.text }
            case .final(let transcript):
                guard let text = transcript?.text, !text.isEmpty, state.isOpen, !state.isDeaf else { return }
                state.heard.append(text)
                if state.utterance == nil { state.finding.words = text }
            case .failed: break
            }
        }
    }
}
