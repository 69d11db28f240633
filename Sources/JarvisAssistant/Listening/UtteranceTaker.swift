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

    /// Quiet before the first word that a recognizer hears usually: the pre-roll.
    private static let leadInSamples = AudioFrame.sampleRateHertz / 2
    /// Silence after which the recognizer works out its result: 5 frames, longer than a stop consonant. With 4, the end of "yes" is
    /// missing from what is decoded.
    private static let preparationFrames = 5
    /// Frames of speech after which a result is void.
    private static let voidingFrames = 5
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
    /// The result if it ended now, and whether the answer to that is ready.
    private var result: (text: String, isAnswered: Bool)?
    private var isPrepared = false
    /// Frames with speech in them since the newest words have come.
    private var framesSinceResult = 0
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
        configuration.reopenMilliseconds = EndSilence.Figures.reopen
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
        if frame.isSpeech { speechGoesOn() }
        if segmenter.hasSpeech { endSilence.take(isSpeech: frame.isSpeech) }
        if case .taking = stage {
            segmenter.configuration.endSilenceMilliseconds = endSilence.milliseconds(after: completeness, answer)
            segmenter.configuration.reopenMilliseconds = endSilence.reopenMilliseconds(after: completeness, answer)
        }
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
        case .speechStarted(let preRoll, let firstSample):
            // First of all: a recognizer without its model fails at once, and that belongs to an utterance that has
            // begun.
            return [.report(.speechStarted(turn))] + begin()
                + (preRoll.isEmpty ? [] : accept(leadIn(to: preRoll, at: firstSample) + preRoll))
        case .audio(let samples): return accept(samples)
        case .speechEnded(let end): return ended(end)
        case .endSettled: return settle()
        case .speechResumed(let gap):
            stage = .taking
            result = nil
            return [.report(.utteranceContinued(turn)), .restart(task)] + accept(gap)
        }
    }

    /// The quiet that is missing before a word said while the microphone opened. Models that have learned from whole
    /// recordings take a sound at their very beginning for another one: "hang up" becomes "can you note".
    private func leadIn(to preRoll: [Int16], at firstSample: Int64) -> [Int16] {
        guard firstSample == 0, preRoll.count < Self.leadInSamples else { return [] }
        return Array(repeating: 0, count: Self.leadInSamples - preRoll.count)
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
        guard case .partial(let partial) = update else { return [.report(update.event(turn))] }
        completeness = partial.completeness
        framesSinceResult = 0
        if !partial.text.isEmpty || partial.result != nil { endSilence.noteWords() }
        if result?.text != partial.result { result = partial.result.map { ($0, false) } }
        // Nothing may be fit to be shown yet.
        let shown: [ListeningAction] = partial.text.isEmpty ? [] : [.report(update.event(turn))]
        guard let text = partial.result, case .taking = stage else { return shown }
        return shown + [.report(.utterancePrepared(turn, text))]
    }

    mutating func setPatience(_ patience: EndPatience) { endSilence.patience = patience }

    mutating func answerIsReady(to text: String) {
        if result?.text == text { result?.isAnswered = true }
    }

    /// A moment of sound may be a click; more of it voids what was made of the words before.
    private mutating func speechGoesOn() {
        isPrepared = false
        framesSinceResult += 1
        guard result != nil, framesSinceResult >= Self.voidingFrames else { return }
        result = nil
        completeness = .unknown
    }

    private var answer: EndSilence.Answer { result.map { $0.isAnswered ? .ready : .awaited } ?? .unknown }

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
