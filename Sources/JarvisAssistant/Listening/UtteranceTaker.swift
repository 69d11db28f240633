// SPDX-License-Identifier: GPL-3.0-or-later
// Takes one utterance: waits for speech or begins at once, ends with silence or when told, and reports its transcript.
// How much silence that takes depends on the words. When the speaker goes on right after the end, it is taken up again:
// the result is void, and another session hears everything from the beginning.

import JarvisConversation
import JarvisCore
import JarvisSignal

struct UtteranceTaker: FrameStrategy {
    private enum Stage {
        /// Waiting for speech, or in the utterance.
        case taking
        /// Told to finish; this many frames are still on their way.
        case tail(Int)
        /// Silence has ended the utterance, and its transcript may have come; it may still go on.
        case ended
        /// The utterance is over; its transcript may be to come.
        case over
    }

    /// How long after an end by silence the speaker may go on.
    static let reopenMilliseconds = 300
    /// Silence after which the recognizer works out its result: 5 frames, longer than a stop consonant.
    private static let preparationFrames = 5
    /// Utterances longer than this are not taken up again; 30 s of sound would have to be recognized again.
    private static let longestReopened = 30 * AudioFrame.sampleRateHertz

    private let turn: TurnID
    private let task: RecognitionTask
    private var segmenter: UtteranceSegmenter
    private var stage = Stage.taking
    private var hasSession = false
    private var isOpen: Bool
    /// Frames since the last one with speech in it.
    private var silentFrames = 0
    private var endSilence: EndSilence
    private var completeness = UtteranceCompleteness.unknown
    private var isPrepared = false
    /// The length of the utterance so far.
    private var sampleCount = 0
    /// The utterance before is a part of this one.
    private let goesOn: Bool

    init(_ request: ListeningRequest, after recent: RecentFrames, goesOn: Bool = false) {
        self.goesOn = goesOn
        turn = request.turn
        task = request.task
        isOpen = request.mode.isOpenAtOnce
        endSilence = EndSilence(task: request.task)
        var configuration = UtteranceSegmenter.Configuration()
        configuration.reopenMilliseconds = Self.reopenMilliseconds
        // An interruption has begun before that was certain.
        if request.mode == .interruption { configuration.openPreRollMilliseconds = 700 }
        // All that has come since the utterance before: its end has cleared what is recent.
        if goesOn { configuration.openPreRollMilliseconds = RecentFrames.milliseconds }
        segmenter = UtteranceSegmenter(mode: request.mode.segmentation, configuration: configuration)
        segmenter.remember(recent.samples)
        if request.mode == .interruption || goesOn { segmenter.assumeSpeech() }
    }

    var isTakingTail: Bool {
        if case .tail = stage { true } else { false }
    }

    var mayContinue: Bool {
        if case .ended = stage { true } else { false }
    }

    mutating func settle() -> [ListeningAction] {
        guard mayContinue else { return [] }
        stage = .over
        return [.report(.utteranceSettled(turn))]
    }

    mutating func start() -> [ListeningAction] {
        isOpen ? begin() : []
    }

    mutating func change(to mode: ListeningMode) -> [ListeningAction]? {
        guard case .taking = stage, !mode.waitsForWakeWord else { return nil }
        segmenter.setMode(mode.segmentation)
        return mode.isOpenAtOnce ? begin() : []
    }

    mutating func take(_ frame: AudioFrame) -> [ListeningAction] {
        if case .over = stage { return [] }
        silentFrames = frame.isSpeech ? 0 : silentFrames + 1
        if frame.isSpeech { isPrepared = false }
        if segmenter.hasSpeech { endSilence.take(isSpeech: frame.isSpeech) }
        segmenter.configuration.endSilenceMilliseconds = endSilence.milliseconds(after: completeness)
        var actions: [ListeningAction] = []
        let events = segmenter.process(frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
        for event in events { actions += take(event) }
        if case .tail(let frames) = stage {
            stage = .tail(frames - 1)
            if frames <= 1 { actions += finish() }
        }
        return actions + preparation()
    }

    private mutating func take(_ event: SegmenterEvent) -> [ListeningAction] {
        switch event {
        case .speechStarted(let preRoll, _):
            // First of all: a recognizer without its model fails at once, and that belongs to an utterance that has
            // begun.
            return [.report(.speechStarted(turn))] + begin() + (preRoll.isEmpty ? [] : accept(preRoll))
        case .audio(let samples): return accept(samples)
        case .speechEnded(let end): return ended(end)
        case .endSettled: return settle()
        case .speechResumed(let gap):
            stage = .taking
            return [.report(.utteranceContinued(turn)), .restart(task)] + accept(gap)
        }
    }

    private mutating func accept(_ samples: [Int16]) -> [ListeningAction] {
        sampleCount += samples.count
        return [.accept(samples)]
    }

    /// Has the result worked out while it is not yet certain that this is the end.
    private mutating func preparation() -> [ListeningAction] {
        guard case .taking = stage, hasSession, !isPrepared, segmenter.hasSpeech,
            silentFrames >= Self.preparationFrames
        else { return [] }
        isPrepared = true
        return [.prepareResult]
    }

    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] {
        if case .partial(let partial) = update { completeness = partial.completeness }
        return [.report(update.event(turn))]
    }

    mutating func finish(tail: Int) -> [ListeningAction] {
        switch stage {
        // A user who ends it by hand does not go on.
        case .ended: return settle()
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
        return [goesOn ? .restart(task) : .begin(task)]
    }

    private mutating func finish() -> [ListeningAction] {
        stage = .over
        return hasSession ? [.finish] : [.report(.transcribed(turn, nil))]
    }

    private mutating func ended(_ end: UtteranceEnd) -> [ListeningAction] {
        if end == .noSpeech {
            stage = .over
            return [
                .report(.speechEnded(turn, .nothingSaid)), .cancel, .report(.utteranceSettled(turn)),
                .report(.transcribed(turn, nil)),
            ]
        }
        let actions: [ListeningAction] = [
            .mark(.speechEnded, earlier: AudioFrame.duration * silentFrames),
            .mark(.endpointDecided, earlier: .zero),
            .report(.speechEnded(turn, end == .silence ? .pause : .limit)),
        ]
        guard end == .silence, sampleCount <= Self.longestReopened else {
            return actions + finish() + [.report(.utteranceSettled(turn))]
        }
        defer { stage = .ended }
        return actions + finish()
    }
}

extension ListeningMode {
    fileprivate var segmentation: UtteranceSegmenter.Mode {
        switch self {
        case .untilSpeechEnds, .stopPhrases, .wakeWord: .automatic
        case .nowUntilSpeechEnds, .interruption: .openUntilSilence
        case .nowUntilFinished: .openUntilFinished
        }
    }

    fileprivate var isOpenAtOnce: Bool {
        self != .untilSpeechEnds && self != .stopPhrases
    }
}
