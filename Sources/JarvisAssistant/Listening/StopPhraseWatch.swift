// SPDX-License-Identifier: GPL-3.0-or-later
// Listens while JARVIS thinks and speaks. Every phrase gets its own recognition session, in which only "stop" counts,
// and anyone who keeps speaking interrupts.

import JarvisConversation
import JarvisCore
import JarvisSignal

/// Watches for stop phrases and interruptions.
struct StopPhraseWatch: FrameStrategy {
    let turn: TurnID
    let task: RecognitionTask
    private var segmenter = UtteranceSegmenter(configuration: .command)
    private var watch = InterruptionWatch()

    init(turn: TurnID, task: RecognitionTask) {
        self.turn = turn
        self.task = task
    }

    mutating func take(_ frame: AudioFrame) -> [ListeningAction] {
        report(watch.process(InterruptionWatch.Evidence(frame)))
            + listen(to: frame)
    }

    private func report(_ verdict: InterruptionWatch.Verdict?) -> [ListeningAction] {
        switch verdict {
        case .suspected: [.report(.interruptionSuspected(turn))]
        case .confirmed: [.report(.interruptionConfirmed(turn))]
        case .dismissed: [.report(.interruptionDismissed(turn))]
        case nil: []
        }
    }

    private mutating func listen(to frame: AudioFrame) -> [ListeningAction] {
        segmenter.process(frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
            .flatMap { event -> [ListeningAction] in
                switch event {
                case .speechStarted(let preRoll, _): [.begin(task), .accept(preRoll)]
                case .audio(let samples): [.accept(samples)]
                case .speechEnded: [.finish]
                case .speechResumed, .endSettled: []
                }
            }
    }

    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] {
        guard case .final(let transcript?) = update else { return [] }
        return [.report(.transcribed(turn, transcript))]
    }
}

extension InterruptionWatch.Evidence {
    /// The evidence in a frame. While JARVIS is silent, the voice detector alone decides, without any echo to explain.
    init(_ frame: AudioFrame) {
        self.init(
            isNear: frame.isPlaying ? frame.isNear : frame.isSpeech, isSpeech: frame.isSpeech,
            isVoiced: frame.isPlaying ? frame.isVoiced : frame.isSpeech, levelDBFS: frame.levelDBFS,
            nearShare: frame.nearShare, isEchoMoved: frame.isEchoMoved)
    }
}
