// SPDX-License-Identifier: GPL-3.0-or-later
// Records one utterance: waits for speech or begins at once, ends with silence or on request, and reports its
// transcript. How much silence ends it depends on the words. If the speaker continues right after the end, it is
// reopened: the result is void, and another session recognizes it from the beginning.

import JarvisConversation
import JarvisCore
import JarvisSignal

/// Records one utterance and reports its end and transcript.
struct UtteranceTaker: FrameStrategy {
    private enum Stage {
        /// Waiting for speech, or recording.
        case taking
        /// Asked to finish; this many frames are still in transit.
        case tail(Int)
        /// Ended by silence, possibly with a transcript; it may still continue.
        case ended
        /// The utterance is over; its transcript may be pending.
        case over
    }

    /// The silence before the first word that a recognizer normally hears: the pre-roll.
    private static let leadInSamples = AudioFrame.sampleRateHertz / 2
    /// Silence before the recognizer prepares its result: 5 frames, longer than a stop consonant. With 4, decoding
    /// misses the end of "yes".
    private static let preparationFrames = 5
    /// Frames of speech that void a result.
    private static let voidingFrames = 5
    /// Longer utterances are not reopened, since 30 s of sound would have to be recognized again.
    private static let longestReopened = 30 * AudioFrame.sampleRateHertz

    private let turn: TurnID
    private let task: RecognitionTask
    private var segmenter: UtteranceSegmenter
    private var stage = Stage.taking
    private var hasSession = false
    private var isOpen: Bool
    /// Frames since the last one with speech.
    private var silentFrames = 0
    private var endSilence: EndSilence
    private var completeness = UtteranceCompleteness.unknown
    /// The transcript if the utterance ended now, and whether its answer is ready.
    private var result: (text: String, isAnswered: Bool)?
    private var isPrepared = false
    /// Frames with speech since the newest words arrived.
    private var framesSinceResult = 0
    /// The length of the utterance so far.
    private var sampleCount = 0
    /// True if the previous utterance is part of this one.
    private let goesOn: Bool

    init(_ request: ListeningRequest, after recent: RecentFrames, goesOn: Bool = false) {
        self.goesOn = goesOn
        turn = request.turn
        task = request.task
        isOpen = request.mode.isOpenAtOnce
        endSilence = EndSilence(task: request.task)
        var configuration = UtteranceSegmenter.Configuration()
        configuration.reopenMilliseconds = EndSilence.Figures.reopen
        // An interruption began before it was confirmed.
        if request.mode == .interruption { configuration.openPreRollMilliseconds = 700 }
        // Everything since the previous utterance, whose end cleared the recent frames.
        if goesOn { configuration.openPreRollMilliseconds = RecentFrames.milliseconds }
        segmenter = UtteranceSegmenter(mode: request.mode.segmentation, configuration: configuration)
        segmenter.remember(recent.samples)
        if request.mode == .interruption || goesOn { segmenter.assumeSpeech() }
    }

    var isWaiting: Bool {
        if case .taking = stage { !hasSession && !isOpen && !segmenter.hasSpeech } else { false }
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
            // Report first: a recognizer without its model fails at once, and that failure must belong to an utterance
            // that has begun.
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

    /// The missing silence before a word spoken while the microphone opened. Models trained on whole recordings misread
    /// a sound at the very beginning: "hang up" becomes "can you note".
    private func leadIn(to preRoll: [Int16], at firstSample: Int64) -> [Int16] {
        guard firstSample == 0, preRoll.count < Self.leadInSamples else { return [] }
        return Array(repeating: 0, count: Self.leadInSamples - preRoll.count)
    }

    private mutating func accept(_ samples: [Int16]) -> [ListeningAction] {
        sampleCount += samples.count
        return [.accept(samples)]
    }

    /// Asks for the result in advance, before it is certain that this is the end.
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
        // A partial result may have no text to show yet.
        let shown: [ListeningAction] = partial.text.isEmpty ? [] : [.report(update.event(turn))]
        guard let text = partial.result, case .taking = stage else { return shown }
        return shown + [.report(.utterancePrepared(turn, text))]
    }

    mutating func setPatience(_ patience: EndPatience) { endSilence.patience = patience }

    mutating func answerIsReady(to text: String) {
        if result?.text == text { result?.isAnswered = true }
    }

    /// Voids the result for the words so far once speech has lasted longer than a click.
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
        // A user who ends it by hand does not continue.
        case .ended: return settle()
        case .over: return []
        case .tail: return tail == 0 ? finish() : []
        case .taking:
            guard tail > 0, hasSession else { return [.mark(.endpointDecided, earlier: .zero)] + finish() }
            // Silence must neither end an utterance that is finishing nor report an end of its own.
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
