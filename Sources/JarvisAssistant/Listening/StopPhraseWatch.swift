// SPDX-License-Identifier: GPL-3.0-or-later
// While JARVIS thinks and speaks: every phrase that is heard gets a session of its own, and only "stop" counts.

import JarvisCore
import JarvisSignal

struct StopPhraseWatch: FrameStrategy {
    let turn: TurnID
    let task: RecognitionTask
    private var segmenter = UtteranceSegmenter(configuration: .command)

    init(turn: TurnID, task: RecognitionTask) {
        self.turn = turn
        self.task = task
    }

    mutating func take(_ frame: AudioFrame) -> [ListeningAction] {
        segmenter.process(frame.samples, isSpeech: frame.isSpeech, firstSample: frame.sampleIndex)
            .flatMap { event -> [ListeningAction] in
                switch event {
                case .speechStarted(let preRoll, _): [.begin(task), .accept(preRoll)]
                case .audio(let samples): [.accept(samples)]
                case .speechEnded: [.finish]
                }
            }
    }

    mutating func take(_ update: RecognitionUpdate) -> [ListeningAction] {
        guard case .final(let transcript?) = update else { return [] }
        return [.report(.transcribed(turn, transcript))]
    }
}
