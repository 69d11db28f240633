// SPDX-License-Identifier: GPL-3.0-or-later
// Who is right, the grammar or dictation, and what the caller is told. Everything here runs on the desk's worker.

import JarvisCore
import JarvisPlatform
import JarvisSignal

extension RecognitionDesk {
    func judge(_ utterance: Utterance) {
        let match = utterance.match
        if utterance.task == .stopPhrase {
            let isHeard = (match?.margin ?? -.infinity) >= CommandJudge.acceptedStopMargin
            conclude(utterance, isHeard ? match.map { Self.transcript($0, of: utterance) } : nil)
        } else if let match, CommandJudge.accepts(match, in: utterance.samples) {
            conclude(utterance, Self.transcript(match, of: utterance))
        } else {
            askDictation(about: utterance)
        }
    }

    func judge(_ utterance: Utterance, dictation result: DictationResult?) {
        if let match = utterance.match, let result, CommandJudge.doubts(match, in: utterance.samples),
            CommandJudge.agrees(command: match.words, dictation: result.words)
        {
            var transcript = Self.transcript(match, of: utterance)
            // Two searches that agree are wrong only where both are.
            transcript.confidence = 1 - (1 - transcript.confidence) * (1 - min(max(result.confidence, 0), 1))
            conclude(utterance, transcript)
        } else if let result, CommandJudge.isSpeech(result),
            SpeechGate.hasSpeech(utterance.samples, ofWords: result.words.count)
        {
            conclude(
                utterance,
                Transcript(
                    text: result.words.joined(separator: " "), confidence: result.confidence,
                    engine: Self.engineName, search: .dictation))
        } else {
            conclude(utterance, nil)
        }
    }

    func conclude(_ utterance: Utterance, _ transcript: Transcript?) {
        utterance.verdict = .ready(transcript)
        if utterance.isFinished {
            close(utterance, .final(transcript))
        } else if utterance.task != .stopPhrase, let transcript,
            let words = utterance.partial.settle(on: transcript.text.split(separator: " ").map(String.init))
        {
            // How long to wait depends on these words.
            show(words, of: utterance)
        }
    }

    func close(_ utterance: Utterance, _ update: RecognitionUpdate) {
        cancelDictation(of: utterance)
        utterance.report(update)
        leaveLane(utterance)
    }

    func fail(_ utterance: Utterance, _ error: any Error) {
        utterance.isFinished = true
        close(utterance, .failed(error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")))
    }

    func show(_ words: [String], of utterance: Utterance) {
        let text = words.joined(separator: " ")
        var isFinished = completeness?.completeness(of: text) ?? .unknown
        // Free text that happens to be a command is still free text.
        if utterance.task == .dictation, isFinished == .complete { isFinished = .unknown }
        utterance.report(.partial(PartialTranscript(text: text, completeness: isFinished)))
    }

    private static func transcript(_ match: GrammarSearch.Match, of utterance: Utterance) -> Transcript {
        let allowance = CommandJudge.allowance(range: SpeechGate.range(of: utterance.samples))
        return Transcript(
            text: match.words.joined(separator: " "),
            confidence: CommandJudge.confidence(margin: match.margin + allowance), engine: engineName, search: .grammar)
    }

    // MARK: Dictation

    func startDictation(of utterance: Utterance) {
        let worker = worker
        let job = DictationJob(
            onPartial: { [weak self] words in
                worker.async { [weak self] in self?.look(at: utterance, dictated: words) }
            },
            onResult: { [weak self] number, result in
                worker.async { [weak self] in
                    switch result {
                    case .success(let result):
                        if number == utterance.preparation { self?.judge(utterance, dictation: result) }
                    case .failure(let failure): self?.fail(utterance, failure)
                    }
                }
            })
        utterance.dictation = job
        dictation.begin(job)
        feedDictation(of: utterance)
    }

    func feedDictation(of utterance: Utterance) {
        guard let job = utterance.dictation, utterance.dictated < utterance.samples.count else { return }
        dictation.accept(Array(utterance.samples[utterance.dictated...]), for: job)
        utterance.dictated = utterance.samples.count
    }

    func askDictation(about utterance: Utterance) {
        if utterance.dictation == nil { startDictation(of: utterance) }
        utterance.verdict = .waiting
        if let job = utterance.dictation { dictation.prepare(job, number: utterance.preparation) }
    }

    func cancelDictation(of utterance: Utterance) {
        if let job = utterance.dictation { dictation.release(job) }
        utterance.dictation = nil
    }
}
