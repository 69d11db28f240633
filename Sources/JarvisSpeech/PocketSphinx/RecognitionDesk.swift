// SPDX-License-Identifier: GPL-3.0-or-later
// Serves utterances with the grammar search, on one worker thread, and asks the dictation desk where the grammar has
// no answer. Utterances are searched one after another; what arrives for a later one waits.

import JarvisCore
import JarvisPlatform

final class RecognitionDesk: @unchecked Sendable {
    // Unchecked: the variables are touched only on `worker`.
    private let worker = WorkerThread(name: "recognizer")
    private let model: PocketSphinxModel
    let dictation: DictationDesk
    private var commands: Grammar?
    private let stopPhrases: Grammar?
    private var search: GrammarSearch?
    /// Utterances that use the grammar search, the first of them now.
    private var lane: [Utterance] = []
    /// A grammar was set while an utterance was being searched.
    private var isOutdated = false

    static let engineName = "pocketsphinx"

    init(model: PocketSphinxModel, commands: Grammar?, stopPhrases: Grammar?, dictation: DictationDesk) {
        self.model = model
        self.commands = commands
        self.stopPhrases = stopPhrases
        self.dictation = dictation
    }

    func warmUp() {
        // A missing model is reported to the first utterance.
        worker.async { [self] in _ = try? loaded() }
    }

    /// Builds and takes another grammar of commands; an utterance that is being searched keeps the old one.
    func setCommands(_ make: @escaping @Sendable () -> Grammar?) {
        worker.async { [self] in
            commands = make()
            isOutdated = search != nil
            if lane.first?.isStarted != true, isOutdated { _ = try? loaded() }
        }
    }

    func begin(_ utterance: Utterance) {
        worker.async { [self] in
            guard utterance.task != .dictation else {
                startDictation(of: utterance)
                return
            }
            lane.append(utterance)
            serve()
            Task { await joinDictation(utterance) }
        }
    }

    func accept(_ samples: [Int16], for utterance: Utterance) {
        worker.async { [self] in
            guard !utterance.isFinished else { return }
            utterance.samples += samples
            if let job = utterance.dictation { dictation.accept(samples, for: job) }
            serve()
        }
    }

    func finish(_ utterance: Utterance) {
        worker.async { [self] in
            guard !utterance.isFinished else { return }
            utterance.isFinished = true
            if utterance.task == .dictation, let job = utterance.dictation { dictation.finish(job) }
            serve()
        }
    }

    func drop(_ utterance: Utterance) {
        worker.async { [self] in
            utterance.isFinished = true
            cancelDictation(of: utterance)
            if lane.first === utterance, utterance.isStarted { _ = search?.end() }
            lane.removeAll { $0 === utterance }
            serve()
        }
    }

    // MARK: The grammar, on the worker

    private func serve() {
        while let utterance = lane.first {
            do {
                try advance(utterance)
                guard utterance.isFinished else { return }
                lane.removeFirst()
                conclude(utterance, match: try best(for: utterance))
            } catch {
                lane.removeAll { $0 === utterance }
                fail(utterance, error)
            }
        }
    }

    private func advance(_ utterance: Utterance) throws {
        let search = try loaded()
        let kind: GrammarSearch.Kind = utterance.task == .stopPhrase ? .stopPhrase : .command
        guard search.has(kind) else { return }
        if !utterance.isStarted {
            try search.start(kind)
            utterance.isStarted = true
        }
        let fresh = Array(utterance.samples[utterance.consumed...])
        guard !fresh.isEmpty else { return }
        search.process(fresh)
        utterance.consumed = utterance.samples.count
        guard utterance.partial.isDue(afterSamples: fresh.count), !utterance.isFinished else { return }
        // A partial that scores like prose would show a command that nobody said.
        if let match = search.partial(), match.margin >= CommandJudge.acceptedMargin,
            let words = utterance.partial.update(match.words)
        {
            utterance.report(.partial(PartialTranscript(text: words.joined(separator: " "))))
        }
    }

    /// The result of the search that ran along, or of a second one over the whole where that one is not sure. The
    /// second takes some 2 % of the utterance's length, far less than dictation.
    private func best(for utterance: Utterance) throws -> GrammarSearch.Match? {
        guard let search else { return nil }
        let first = search.end()
        if let first, first.margin >= CommandJudge.certainMargin { return first }
        guard utterance.task == .command, search.has(.command), SpeechGate.hasSpeech(utterance.samples) else {
            return first
        }
        let second = try search.searchAgain(utterance.samples, .command)
        guard let first, let second else { return first ?? second }
        return second.margin > first.margin ? second : first
    }

    private func loaded() throws -> GrammarSearch {
        if let search, !isOutdated { return search }
        search = nil
        let fresh = try GrammarSearch(model: model, commands: commands, stopPhrases: stopPhrases)
        search = fresh
        isOutdated = false
        return fresh
    }

    // MARK: Who is right, on the worker

    private func conclude(_ utterance: Utterance, match: GrammarSearch.Match?) {
        if utterance.task == .stopPhrase {
            let isHeard = (match?.margin ?? -.infinity) >= CommandJudge.acceptedStopMargin
            utterance.report(.final(isHeard ? match.map(Self.transcript) : nil))
        } else if let match, match.margin >= CommandJudge.acceptedMargin {
            cancelDictation(of: utterance)
            utterance.report(.final(Self.transcript(match)))
        } else {
            utterance.match = match
            if utterance.dictation == nil { startDictation(of: utterance) }
            if let job = utterance.dictation { dictation.finish(job) }
        }
    }

    private func conclude(_ utterance: Utterance, dictation result: DictationResult?) {
        utterance.dictation = nil
        if let match = utterance.match, let result, match.margin >= CommandJudge.doubtfulMargin,
            CommandJudge.agrees(command: match.words, dictation: result.words)
        {
            var transcript = Self.transcript(match)
            // Two searches that agree are wrong only where both are.
            transcript.confidence = 1 - (1 - transcript.confidence) * (1 - min(max(result.confidence, 0), 1))
            utterance.report(.final(transcript))
            return
        }
        guard let result, CommandJudge.isSpeech(result),
            SpeechGate.hasSpeech(utterance.samples, ofWords: result.words.count)
        else {
            utterance.report(.final(nil))
            return
        }
        utterance.report(
            .final(
                Transcript(
                    text: result.words.joined(separator: " "), confidence: result.confidence,
                    engine: Self.engineName, search: .dictation)))
    }

    private func fail(_ utterance: Utterance, _ error: any Error) {
        cancelDictation(of: utterance)
        utterance.report(.failed(error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")))
    }

    private static func transcript(_ match: GrammarSearch.Match) -> Transcript {
        Transcript(
            text: match.words.joined(separator: " "), confidence: CommandJudge.confidence(margin: match.margin),
            engine: engineName, search: .grammar)
    }

    // MARK: Dictation, on the worker

    /// Lets dictation run beside the grammar when its model is in memory anyway.
    private func joinDictation(_ utterance: Utterance) async {
        guard utterance.task == .command, await dictation.isLoaded() else { return }
        worker.async { [self] in
            if !utterance.isFinished, utterance.dictation == nil { startDictation(of: utterance) }
        }
    }

    private func startDictation(of utterance: Utterance) {
        let worker = worker
        let job = DictationJob(
            onPartial: { words in
                let text = words.joined(separator: " ")
                worker.async { if !utterance.isFinished { utterance.report(.partial(PartialTranscript(text: text))) } }
            },
            onEnd: { [weak self] result in
                worker.async { [weak self] in
                    switch result {
                    case .success(let result): self?.conclude(utterance, dictation: result)
                    case .failure(let failure): utterance.report(.failed(failure))
                    }
                }
            })
        utterance.dictation = job
        dictation.begin(job)
        if !utterance.samples.isEmpty { dictation.accept(utterance.samples, for: job) }
    }

    private func cancelDictation(of utterance: Utterance) {
        if let job = utterance.dictation { dictation.cancel(job) }
        utterance.dictation = nil
    }
}
