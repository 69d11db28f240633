// SPDX-License-Identifier: GPL-3.0-or-later
// Serves utterances with the grammar search, on one worker thread, and asks the dictation desk where the grammar has
// no answer. Utterances are searched one after another; what arrives for a later one waits. Results are worked out at
// the first pause, so that nothing is left to do when the pause turns out to be the end.

import JarvisCore
import JarvisPlatform

final class RecognitionDesk: @unchecked Sendable {
    // Unchecked: the variables are touched only on `worker`.
    let worker = WorkerThread(name: "recognizer")
    let dictation: DictationDesk
    private let model: PocketSphinxModel
    private var commands: Grammar?
    private let stopPhrases: Grammar?
    private var search: GrammarSearch?
    private(set) var completeness: CompletenessJudge?
    /// Utterances that use the grammar search, the first of them now.
    private var lane: [Utterance] = []
    /// A grammar was set while an utterance was being searched.
    private var isOutdated = false

    static let engineName = "pocketsphinx"

    init(model: PocketSphinxModel, stopPhrases: Grammar?, dictation: DictationDesk) {
        self.model = model
        self.stopPhrases = stopPhrases
        self.dictation = dictation
    }

    func warmUp() {
        // A missing model is reported to the first utterance.
        worker.async { [self] in _ = try? loaded() }
    }

    /// Builds and takes another grammar of commands; an utterance that is being searched keeps the old one.
    func setCommands(_ make: @escaping @Sendable () -> (Grammar?, CompletenessJudge)) {
        worker.async { [self] in
            (commands, completeness) = make()
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
        }
    }

    func accept(_ samples: [Int16], for utterance: Utterance) {
        worker.async { [self] in
            guard !utterance.isFinished else { return }
            let isSpeech = utterance.add(samples)
            if utterance.wantsResult {
                guard isSpeech else { return }
                utterance.voidVerdict()
                utterance.consumed = 0
            }
            if utterance.dictation != nil { feedDictation(of: utterance) }
            serve()
        }
    }

    func prepare(_ utterance: Utterance) {
        worker.async { [self] in
            guard !utterance.isFinished, !utterance.wantsResult else { return }
            want(utterance)
        }
    }

    func finish(_ utterance: Utterance) {
        worker.async { [self] in
            guard !utterance.isFinished else { return }
            utterance.isFinished = true
            if case .waiting = utterance.verdict { leaveLane(utterance) }
            if case .ready(let transcript) = utterance.verdict {
                close(utterance, .final(transcript))
            } else if !utterance.wantsResult {
                want(utterance)
            }
        }
    }

    func drop(_ utterance: Utterance) {
        worker.async { [self] in
            utterance.isFinished = true
            cancelDictation(of: utterance)
            leaveLane(utterance)
        }
    }

    /// Answers when everything handed in before has been searched.
    func settle() async {
        await withCheckedContinuation { continuation in
            worker.async { continuation.resume() }
        }
        _ = await dictation.isLoaded()
        await withCheckedContinuation { continuation in
            worker.async { continuation.resume() }
        }
    }

    // MARK: The grammar, on the worker

    private func want(_ utterance: Utterance) {
        utterance.wantsResult = true
        utterance.startWatch()
        if utterance.task == .dictation { askDictation(about: utterance) } else { serve() }
    }

    private func serve() {
        while let utterance = lane.first {
            do {
                try advance(utterance)
                guard utterance.wantsResult, case .none = utterance.verdict else { return }
                utterance.match = try best(for: utterance)
            } catch {
                fail(utterance, error)
                continue
            }
            judge(utterance)
            guard utterance.isFinished else { return }
            leaveLane(utterance)
        }
    }

    /// Takes the utterance out of the lane and serves the next one.
    private func leaveLane(_ utterance: Utterance) {
        guard let index = lane.firstIndex(where: { $0 === utterance }) else { return }
        if index == 0, utterance.isStarted { _ = search?.end() }
        utterance.isStarted = false
        lane.remove(at: index)
        serve()
    }

    private func advance(_ utterance: Utterance) throws {
        let search = try loaded()
        let kind: GrammarSearch.Kind = utterance.task == .stopPhrase ? .stopPhrase : .command
        guard search.has(kind), !utterance.wantsResult || utterance.match == nil else { return }
        if !utterance.isStarted {
            guard case .none = utterance.verdict else { return }
            try search.start(kind)
            utterance.isStarted = true
        }
        let fresh = Array(utterance.samples[utterance.consumed...])
        guard !fresh.isEmpty else { return }
        search.process(fresh)
        utterance.consumed = utterance.samples.count
        if utterance.partial.isDue(afterSamples: fresh.count), !utterance.wantsResult {
            look(at: utterance, search.partial())
        }
    }

    private func look(at utterance: Utterance, _ match: GrammarSearch.Match?) {
        // A partial that scores like prose would show a command that nobody said.
        if let match, CommandJudge.accepts(match, in: utterance.samples) {
            utterance.doubtfulLooks = 0
            if let words = utterance.partial.update(match.words) { show(words, of: utterance) }
            return
        }
        utterance.doubtfulLooks += 1
        // Dictation takes a while; it had better begin before it is needed.
        if utterance.task == .command, utterance.dictation == nil,
            utterance.doubtfulLooks >= CommandJudge.doubtfulLooks, SpeechGate.hasSpeech(utterance.samples)
        {
            startDictation(of: utterance)
        }
    }

    /// Free words are shown where the grammar has nothing to show.
    private func look(at utterance: Utterance, dictated words: [String]) {
        guard !utterance.isFinished, !utterance.wantsResult else { return }
        guard utterance.task == .dictation || utterance.doubtfulLooks > 0 else { return }
        if let words = utterance.partial.update(words) { show(words, of: utterance) }
    }

    /// The result of the search that ran along, or of a second one over the whole where that one is not sure. The
    /// second takes some 2 % of the utterance's length, far less than dictation.
    private func best(for utterance: Utterance) throws -> GrammarSearch.Match? {
        guard let search else { return nil }
        utterance.isStarted = false
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

    private func judge(_ utterance: Utterance) {
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

    private func judge(_ utterance: Utterance, dictation result: DictationResult?) {
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

    private func conclude(_ utterance: Utterance, _ transcript: Transcript?) {
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

    private func close(_ utterance: Utterance, _ update: RecognitionUpdate) {
        cancelDictation(of: utterance)
        utterance.report(update)
        leaveLane(utterance)
    }

    private func fail(_ utterance: Utterance, _ error: any Error) {
        utterance.isFinished = true
        close(utterance, .failed(error as? RecognitionFailure ?? .engineFailed(reason: "\(error)")))
    }

    private func show(_ words: [String], of utterance: Utterance) {
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

    // MARK: Dictation, on the worker

    private func startDictation(of utterance: Utterance) {
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

    private func feedDictation(of utterance: Utterance) {
        guard let job = utterance.dictation, utterance.dictated < utterance.samples.count else { return }
        dictation.accept(Array(utterance.samples[utterance.dictated...]), for: job)
        utterance.dictated = utterance.samples.count
    }

    private func askDictation(about utterance: Utterance) {
        if utterance.dictation == nil { startDictation(of: utterance) }
        utterance.verdict = .waiting
        if let job = utterance.dictation { dictation.prepare(job, number: utterance.preparation) }
    }

    private func cancelDictation(of utterance: Utterance) {
        if let job = utterance.dictation { dictation.release(job) }
        utterance.dictation = nil
    }
}
