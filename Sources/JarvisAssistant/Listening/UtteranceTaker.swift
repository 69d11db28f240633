// SPDX-License-Identifier: GPL-3.0-or-later
// Takes one utterance: waits for speech or begins at once, ends with silence or when told, and reports its transcript.

import JarvisCore
import JarvisSignal

struct UtteranceTaker: FrameStrategy {
    private enum Stage {
        /// Waiting for speech, or in the utterance.
        case taking
        /// Told to finish; this many frames are still on their way.
        case tail(Int)
        /// The utterance is over; its transcript may be to come.
        case over
    }

    private let turn: TurnID
    private let task: RecognitionTask
    private var segmenter: UtteranceSegmenter
    private var stage = Stage.taking
    private var hasSession = false
    private var isOpen: Bool
    /// Frames since the last one with speech in it.
    private var silentFrames = 0

    init(_ order: ListeningOrder, after recent: RecentFrames) {
        turn = order.turn
        task = order.task
        isOpen = order.mode.isOpenAtOnce
        segmenter = UtteranceSegmenter(
            mode: order.mode.segmentation, configuration: order.task == .dictation ? .dictation : .command)
        // Whoever interrupts has begun before that was certain.
        if order.mode == .interruption { segmenter.configuration.openPreRollMilliseconds = 700 }
        segmenter.remember(recent.samples)
        if order.mode == .interruption { segmenter.assumeSpeech() }
    }

    var isTakingTail: Bool {
        if case .tail = stage { true } else { false }
    }

    mutating func start() -> [ListeningAction] {
        isOpen ? begin() : []
    }

    mutating func change(to mode: ListeningMode) -> [ListeningAction]? {
        guard case .taking = stage, mode != .stopPhrases else { return nil }
        segmenter.setMode(mode.segmentation)
        return mode.isOpenAtOnce ? begin() : []
    }

    mutating func take(_ frame: AudioFrame) -> [ListeningAction] {
        if case .over = stage { return [] }
        silentFrames = frame.isSpeech ? 0 : silentFrames + 1
        var actions: [ListeningAction] = []
        let events = segmenter.process(frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
        for event in events {
            switch event {
            case .speechStarted(let preRoll, _):
                // First of all: a recognizer without its model fails at once, and that belongs to an utterance that has
                // begun.
                actions.append(.report(.speechStarted(turn)))
                actions += begin()
                if !preRoll.isEmpty { actions.append(.accept(preRoll)) }
            case .audio(let samples):
                actions.append(.accept(samples))
            case .speechEnded(let end):
                actions += ended(end)
            }
        }
        if case .tail(let frames) = stage {
            stage = .tail(frames - 1)
            if frames <= 1 { actions += finish() }
        }
        return actions
    }

    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] {
        switch update {
        case .partial(let partial): [.report(.partialTranscript(turn, partial.text))]
        case .final(let transcript): [.report(.transcribed(turn, transcript))]
        case .failed(let failure): [.report(.recognitionFailed(turn, failure))]
        }
    }

    mutating func finish(tail: Int) -> [ListeningAction] {
        switch stage {
        case .over: return []
        case .tail: return tail == 0 ? finish() : []
        case .taking:
            guard tail > 0, hasSession else { return [.mark(.endpointDecided, earlier: .zero)] + finish() }
            // Silence must not end what is being finished, nor report an end of its own.
            segmenter.setMode(.openUntilFinished)
            stage = .tail(tail)
            return [.mark(.endpointDecided, earlier: .zero)]
        }
    }

    private mutating func begin() -> [ListeningAction] {
        guard !hasSession else { return [] }
        hasSession = true
        return [.begin(task)]
    }

    private mutating func finish() -> [ListeningAction] {
        stage = .over
        return hasSession ? [.finish] : [.report(.transcribed(turn, nil))]
    }

    private mutating func ended(_ end: UtteranceEnd) -> [ListeningAction] {
        if end == .noSpeech {
            stage = .over
            return [.report(.speechEnded(turn)), .cancel, .report(.transcribed(turn, nil))]
        }
        return [
            .mark(.speechEnded, earlier: AudioFrame.duration * silentFrames),
            .mark(.endpointDecided, earlier: .zero),
            .report(.speechEnded(turn)),
        ] + finish()
    }
}

extension ListeningMode {
    fileprivate var segmentation: UtteranceSegmenter.Mode {
        switch self {
        case .untilSpeechEnds, .stopPhrases: .automatic
        case .nowUntilSpeechEnds, .interruption: .openUntilSilence
        case .nowUntilFinished: .openUntilFinished
        }
    }

    fileprivate var isOpenAtOnce: Bool {
        self != .untilSpeechEnds && self != .stopPhrases
    }
}
