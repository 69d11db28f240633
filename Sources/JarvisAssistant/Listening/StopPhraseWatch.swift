// SPDX-License-Identifier: GPL-3.0-or-later
// While JARVIS thinks and speaks: every phrase that is heard gets a session of its own, in which only "stop" counts,
// and anyone who goes on speaking interrupts.

import JarvisConversation
import JarvisCore
import JarvisSignal

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
    /// What a frame shows. While JARVIS is silent its own voice explains nothing, and the voice detector decides alone.
    init(_ frame: AudioFrame) {
        self.init(
            isNear: frame.isPlaying ? frame.isNear : frame.isSpeech, isSpeech: frame.isSpeech,
            isVoiced: frame.isPlaying ? frame.isVoiced : frame.isSpeech, levelDBFS: frame.levelDBFS,
            nearShare: frame.nearShare, isEchoMoved: frame.isEchoMoved)
    }
}
