// SPDX-License-Identifier: GPL-3.0-or-later
// Who is right, the grammar or dictation, and what the caller is told. Everything here runs on the worker's thread.

import JarvisCore
import JarvisPlatform
import JarvisSignal

extension RecognitionWorker {
    func judge(_ job: RecognitionJob) {
        let match = job.match
        if job.task == .stopPhrase {
            let isHeard = (match?.margin ?? -.infinity) >= CommandJudge.acceptedStopMargin
            conclude(job, isHeard ? match.map { transcript($0, of: job) } : nil)
        } else if let match, CommandJudge.accepts(match, in: job.samples) {
            conclude(job, transcript(match, of: job))
        } else {
            askDictation(about: job)
        }
    }

    func judge(_ job: RecognitionJob, dictation result: DictationResult?) {
        if let match = job.match, let result, CommandJudge.doubts(match, in: job.samples),
            CommandJudge.agrees(command: match.words, dictation: result.words)
        {
            var transcript = transcript(match, of: job)
            // Two searches that agree are wrong only where both are.
            transcript.confidence = 1 - (1 - transcript.confidence) * (1 - min(max(result.confidence, 0), 1))
            conclude(job, transcript)
        } else if let result, CommandJudge.isSpeech(result),
            SpeechGate.hasSpeech(job.samples, ofWords: result.words.count)
        {
            conclude(
                job,
                Transcript(
                    text: result.words.joined(separator: " "), confidence: result.confidence,
                    engine: dictation.name, search: .dictation))
        } else {
            conclude(job, nil)
        }
    }

    func conclude(_ job: RecognitionJob, _ transcript: Transcript?) {
        job.verdict = .ready(transcript)
        if job.isFinished {
            close(job, .final(transcript))
        } else if job.task != .stopPhrase, let transcript,
            let words = job.partial.settle(on: transcript.text.split(separator: " ").map(String.init))
        {
            // How long to wait depends on these words.
            show(words, of: job)
        }
    }

    func close(_ job: RecognitionJob, _ update: RecognitionUpdate) {
        cancelDictation(of: job)
        job.report(update)
        leaveQueue(job)
    }

    func fail(_ job: RecognitionJob, _ error: any Error) {
        job.isFinished = true
        close(job, .failed(error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")))
    }

    func show(_ words: [String], of job: RecognitionJob) {
        let text = words.joined(separator: " ")
        var isFinished = completeness?.completeness(of: text) ?? .unknown
        // Free text that happens to be a command is still free text.
        if job.task == .dictation, isFinished == .complete { isFinished = .unknown }
        job.report(.partial(PartialTranscript(text: text, completeness: isFinished)))
    }

    private func transcript(_ match: GrammarMatch, of job: RecognitionJob) -> Transcript {
        let allowance = CommandJudge.allowance(range: SpeechGate.range(of: job.samples))
        return Transcript(
            text: match.words.joined(separator: " "),
            confidence: CommandJudge.confidence(margin: match.margin + allowance), engine: search?.name ?? "",
            search: .grammar)
    }

    // MARK: Dictation

    func startDictation(of job: RecognitionJob) {
        let worker = worker
        job.dictation = dictation.begin(job.utterance) { [weak self] update in
            worker.async { [weak self] in self?.take(update, of: job) }
        }
        feedDictation(of: job)
    }

    private func take(_ update: DictationUpdate, of job: RecognitionJob) {
        switch update {
        case .partial(let words): look(at: job, dictated: words)
        case .result(let result, let number):
            if number == job.preparation { judge(job, dictation: result) }
        case .failed(let failure): fail(job, failure)
        }
    }

    func feedDictation(of job: RecognitionJob) {
        guard let session = job.dictation, job.dictated < job.sampleCount else { return }
        session.accept(upTo: job.sampleCount)
        job.dictated = job.sampleCount
    }

    func askDictation(about job: RecognitionJob) {
        if job.dictation == nil { startDictation(of: job) }
        job.verdict = .waiting
        job.dictation?.prepare(number: job.preparation)
    }

    func cancelDictation(of job: RecognitionJob) {
        job.dictation?.end()
        job.dictation = nil
    }
}
