// SPDX-License-Identifier: GPL-3.0-or-later
// Decides between the grammar and dictation, and reports to the caller. Everything here runs on the worker's thread.

import JarvisCore
import JarvisPlatform
import JarvisSignal
import JarvisSpokenText

extension RecognitionWorker {
    func judge(_ job: RecognitionJob) {
        // The second search was put off for dictation, whose engine may have failed since.
        if job.waitsForTwoOpinions, !hasTwoOpinions { searchAgain(job) }
        let match = job.match
        if job.task == .stopPhrase {
            let isHeard = (match?.margin ?? -.infinity) >= CommandJudge.acceptedStopMargin
            conclude(job, isHeard ? match.map { transcript($0, of: job) } : nil)
        } else if hasTwoOpinions {
            askDictation(about: job)
        } else if let match, CommandJudge.accepts(match, in: job.samples) {
            conclude(job, transcript(match, of: job))
        } else {
            askDictation(about: job)
        }
    }

    func judge(_ job: RecognitionJob, dictation result: DictationResult?) {
        if job.task == .command, let fusion, dictation.hearsCommands {
            if !job.needsGrammar, result.map({ fusion.needsGrammar(for: $0.words, noise: Self.noise(in: job)) }) ?? true
            {
                do { try searchLate(job) } catch { return fail(job, error) }
            }
            let (isBelieved, noise) = circumstances(of: job)
            // Ask only once: an engine without alternatives would return the same answer.
            if let result, result.alternatives == nil, job.reconsidered != job.preparation, let session = job.dictation
            {
                let rivals =
                    dictation.comparesPhrases
                    ? fusion.rivals(job.match, isBelieved: isBelieved, noise: noise, heard: result.words) : []
                if !rivals.isEmpty
                    || !dictation.comparesPhrases
                        && fusion.isInDoubt(job.match, isBelieved: isBelieved, noise: noise, heard: result.words)
                {
                    job.reconsidered = job.preparation
                    session.reconsider(number: job.preparation, phrases: rivals)
                    score(rivals, for: job)
                    return
                }
            }
            return conclude(job, transcript(of: job, fusion, result))
        }
        if job.task == .answer, let result, asksForRivals(of: result, job) { return }
        if job.waitsForTwoOpinions {
            // The engine that put off the second search has failed, and another has answered: the grammar decides first
            // again.
            searchAgain(job)
            if let match = job.match, CommandJudge.accepts(match, in: job.samples) {
                return conclude(job, transcript(match, of: job))
            }
        }
        if let match = job.match, let result, CommandJudge.doubts(match, in: job.samples),
            CommandJudge.agrees(command: match.words, dictation: result.words)
        {
            var transcript = transcript(match, of: job)
            // Both searches agree, so the result is wrong only if both are.
            transcript.confidence = 1 - (1 - transcript.confidence) * (1 - min(max(result.confidence, 0), 1))
            conclude(job, transcript)
        } else if let result, CommandJudge.isSpeech(result),
            SpeechGate.hasSpeech(job.samples, ofWords: result.spokenWordCount)
        {
            let confidence = job.task == .answer ? AnswerCertainty.confidence(in: result) : result.confidence
            conclude(job, transcript(freeWords: result.words, confidence, of: job))
        } else {
            conclude(job, nil)
        }
    }

    /// Scores rivals with similar-sounding numbers, unless the next utterance is already being searched.
    private func score(_ rivals: [[String]], for job: RecognitionJob) {
        let all = Set(rivals)
        let alike = rivals.filter { !all.isDisjoint(with: ConfusableNumbers.exchanges(in: $0)) }
        guard !alike.isEmpty, let search, !isSearching(anotherThan: job) else { return }
        _ = endSearch(of: job)
        job.scores = (try? search.scores(of: alike, in: job.samples)) ?? [:]
    }

    /// Performs the second search that was put off, unless the next utterance is already being searched.
    private func searchAgain(_ job: RecognitionJob) {
        job.waitsForTwoOpinions = false
        guard !isSearching(anotherThan: job) else { return }
        job.match = (try? better(than: job.match, for: job)) ?? job.match
    }

    /// True if the grammar alone would be accepted; and how much noise has lowered its margin.
    private func circumstances(of job: RecognitionJob) -> (isBelieved: Bool, noise: Double) {
        let isBelieved = job.match.map { CommandJudge.accepts($0, in: job.samples) } ?? false
        return (isBelieved, Self.noise(in: job))
    }

    private func transcript(of job: RecognitionJob, _ fusion: CommandFusion, _ result: DictationResult?) -> Transcript?
    {
        let (match, alternatives) = (job.match, result?.alternatives ?? [])
        let (isBelieved, noise) = circumstances(of: job)
        let decision: CommandDecision
        var evidence = DecisionEvidence(
            heard: result?.words ?? [], found: match?.words ?? [], margin: match?.margin ?? 0)
        if let result, let likelihoods = result.likelihoods {
            decision = fusion.decide(
                match, isBelieved: isBelieved, noise: noise, heard: result.words, likelihoods: likelihoods,
                scores: job.scores)
            if evidenceObserver != nil {
                evidence.candidates = fusion.evidence(
                    match, noise: noise, heard: result.words, likelihoods: likelihoods)
                if case .command(let words, _) = decision {
                    evidence.numbers = fusion.numbers(
                        like: words, heard: result.words, likelihoods: likelihoods, scores: job.scores)
                }
            }
        } else {
            decision = fusion.decide(
                match, isBelieved: isBelieved, noise: noise, heard: result?.words, alternatives: alternatives)
        }
        evidenceObserver?(evidence)
        switch decision {
        case .command(let words, let confidence):
            return Transcript(
                text: words.joined(separator: " "), confidence: confidence, engine: dictation.name, search: .grammar)
        case .freeText: return result.map { transcript(freeWords: $0.words, $0.confidence, of: job) }
        case .freeTextAfter(let beginning, let replaced):
            return result.map {
                transcript(freeWords: beginning + $0.words.dropFirst(replaced), $0.confidence, of: job)
            }
        case .nothing: return nil
        }
    }

    private func transcript(freeWords words: [String], _ confidence: Double, of job: RecognitionJob) -> Transcript {
        Transcript(
            text: presentable(words, of: job), confidence: confidence, engine: dictation.name, search: .dictation)
    }

    /// The words to show, with rude ones masked unless the user has listed them or the grammar recognized them, too.
    private func presentable(_ words: [String], of job: RecognitionJob) -> String {
        OffensiveWords.masked(words) {
            guard let match = job.match, CommandJudge.accepts(match, in: job.samples) else { return ownWords }
            return ownWords.union(match.words)
        }
    }

    func conclude(_ job: RecognitionJob, _ transcript: Transcript?) {
        job.verdict = .ready(transcript)
        if job.isFinished {
            close(job, .final(transcript))
        } else if job.task != .stopPhrase, let transcript {
            // The caller decides by these words how long to wait, and which answer to prepare.
            showResult(transcript, of: job)
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
        let text = presentable(words, of: job)
        job.report(.partial(PartialTranscript(text: text, completeness: completeness(of: text, job))))
    }

    /// Shows a possibly final result: a command as it is; free text like another partial result, because the pause may
    /// be in the middle of a sentence.
    private func showResult(_ transcript: Transcript, of job: RecognitionJob) {
        let words = transcript.text.split(separator: " ").map(String.init)
        let isFinished = completeness(of: transcript.text, job)
        let isCommand = transcript.search == .grammar || isFinished.isWholeCommand
        _ = isCommand ? job.partial.settle(on: words) : job.partial.update(words)
        job.report(
            .partial(
                PartialTranscript(
                    text: job.partial.shown.joined(separator: " "), completeness: isFinished,
                    result: transcript.text)))
    }

    private func completeness(of text: String, _ job: RecognitionJob) -> UtteranceCompleteness {
        let isFinished = completeness?.completeness(of: text) ?? .unknown
        // In free text, a sentence that happens to be a command has no special meaning.
        return job.isFreeText && isFinished.isWholeCommand ? .unknown : isFinished
    }

    private func transcript(_ match: GrammarMatch, of job: RecognitionJob) -> Transcript {
        Transcript(
            text: match.words.joined(separator: " "),
            confidence: CommandJudge.confidence(margin: match.margin + Self.noise(in: job)), engine: search?.name ?? "",
            search: .grammar)
    }

    // MARK: Dictation

    func startDictation(of job: RecognitionJob) {
        let worker = worker
        job.partial.isCautious = dictation.hearsCommands
        job.dictation = dictation.begin(job.utterance) { [weak self] update in
            worker.async { [weak self] in self?.take(update, of: job) }
        }
        feedDictation(of: job)
    }

    private func take(_ update: DictationUpdate, of job: RecognitionJob) {
        switch update {
        case .partial(let words): look(at: job, dictated: words)
        case .result(let result, let number):
            // Ignore an engine that took over after a failure and answers although the grammar has decided alone.
            if number == job.preparation, case .waiting = job.verdict { judge(job, dictation: result) }
        case .failed(let failure): fail(job, failure)
        }
    }

    func feedDictation(of job: RecognitionJob) {
        guard let session = job.dictation, job.dictated < job.sampleCount else { return }
        session.accept(upTo: job.sampleCount)
        job.dictated = job.sampleCount
    }

    func askDictation(about job: RecognitionJob) {
        consultDictation(about: job)
        job.verdict = .waiting
    }

    /// Asks dictation to prepare its result, once per verdict.
    func consultDictation(about job: RecognitionJob) {
        if job.dictation == nil { startDictation(of: job) }
        guard job.consulted != job.preparation else { return }
        job.consulted = job.preparation
        job.dictation?.prepare(number: job.preparation)
    }

    func cancelDictation(of job: RecognitionJob) {
        job.dictation?.end()
        job.dictation = nil
    }
}
