// SPDX-License-Identifier: GPL-3.0-or-later
// Serves utterances with the grammar recognizer, on one worker thread, and asks the dictation recognizer where the
// grammar has no answer. Utterances are searched one after another; what arrives for a later one waits. Results are
// worked out at the first pause, so that nothing is left to do when the pause turns out to be the end.

import JarvisCore
import JarvisPlatform
import JarvisSignal

final class RecognitionWorker: @unchecked Sendable {
    // Unchecked: the variables (`reducer`, `commands`, `search`, `completeness`, `ownWords`, `fusion`, `evidenceObserver`,
    // `queue`, `isOutdated`) are
    // touched only on `worker`.
    let worker = WorkerThread(name: "recognizer")
    let dictation: any DictationRecognizer
    let answerRivals: AnswerRivals
    /// Found when the first doubtful command needs it, not at the start.
    private(set) lazy var reducer = NoiseReducer()
    private let makeGrammar: GrammarMaker
    private var commands: Grammar?
    private let stopPhrases: Grammar?
    private(set) var search: (any GrammarRecognizer)?
    private(set) var completeness: CompletenessJudge?
    /// The words of the user and of this machine.
    private(set) var ownWords: Set<String> = []
    /// Compares free words with the commands; nil while dictation is not good enough for that.
    private(set) var fusion: CommandFusion?
    private let makeMatcher: MatcherMaker
    /// Is told what each decision between commands is made from.
    var evidenceObserver: ((DecisionEvidence) -> Void)?

    /// Commands are decided by what the grammar and dictation find, rather than by the grammar alone.
    var hasTwoOpinions: Bool { fusion != nil && dictation.hearsCommands }
    /// Utterances that use the grammar search, the first of them now.
    private var queue: [RecognitionJob] = []
    /// A grammar was set while an utterance was being searched.
    private var isOutdated = false

    /// What can be said, in the forms that recognition needs.
    struct Commands {
        var grammar: Grammar?
        /// What comes before the free text of commands that take one.
        var beginnings: Grammar?
        var completeness: CompletenessJudge
        var ownWords: Set<String>

        init(patterns: [UtterancePattern], vocabulary: GrammarVocabulary) {
            let builder = GrammarBuilder(vocabulary: vocabulary)
            grammar = builder.grammar(of: patterns)
            beginnings = builder.grammar(ofBeginnings: patterns)
            completeness = CompletenessJudge(reader: CommandReader(patterns: patterns, vocabulary: vocabulary))
            ownWords = vocabulary.ownWords
        }
    }

    /// Makes a recognizer of commands and stop phrases; a missing model throws.
    typealias GrammarMaker = @Sendable (_ commands: Grammar?, _ stopPhrases: Grammar?) throws -> any GrammarRecognizer

    /// Makes what compares words with the commands; nil where that cannot be done.
    typealias MatcherMaker = @Sendable (_ commands: Grammar, _ beginnings: Grammar?) -> CommandMatcher?

    /// What an answer may have been instead, where it must not be mistaken; empty where it may.
    typealias AnswerRivals = @Sendable (_ words: [String]) -> [[String]]

    init(
        stopPhrases: Grammar?, dictation: any DictationRecognizer,
        answerRivals: @escaping AnswerRivals = { _ in [] },
        matcher makeMatcher: @escaping MatcherMaker = { _, _ in nil },
        grammar makeGrammar: @escaping GrammarMaker
    ) {
        self.makeMatcher = makeMatcher
        self.makeGrammar = makeGrammar
        self.stopPhrases = stopPhrases
        self.dictation = dictation
        self.answerRivals = answerRivals
    }

    func warmUp() {
        // A missing model is reported to the first utterance.
        worker.async { [self] in _ = try? loaded() }
        dictation.warmUp()
    }

    /// Builds and takes another grammar of commands; an utterance that is being searched keeps the old one.
    func setCommands(_ make: @escaping @Sendable () -> Commands) {
        worker.async { [self] in
            let fresh = make()
            (commands, completeness, ownWords) = (fresh.grammar, fresh.completeness, fresh.ownWords)
            fusion = fresh.grammar.flatMap { makeMatcher($0, fresh.beginnings) }
                .map { CommandFusion(matcher: $0, reader: fresh.completeness.reader) }
            isOutdated = search != nil
            if queue.first?.isStarted != true, isOutdated { _ = try? loaded() }
        }
    }

    func begin(_ job: RecognitionJob) {
        worker.async { [self] in
            guard !job.isFreeText else {
                startDictation(of: job)
                return
            }
            queue.append(job)
            serve()
        }
    }

    func accept(upTo sampleCount: Int, for job: RecognitionJob) {
        worker.async { [self] in
            guard !job.isFinished else { return }
            let isSpeech = job.accept(upTo: sampleCount)
            if job.wantsResult {
                guard isSpeech else { return }
                job.voidVerdict()
                // What was ended hears all of it again.
                if !job.isStarted { job.consumed = 0 }
            }
            if job.dictation != nil { feedDictation(of: job) }
            serve()
        }
    }

    func prepare(_ job: RecognitionJob) {
        worker.async { [self] in
            guard !job.isFinished, !job.wantsResult else { return }
            want(job)
        }
    }

    func finish(_ job: RecognitionJob) {
        worker.async { [self] in
            guard !job.isFinished else { return }
            job.isFinished = true
            if case .waiting = job.verdict { leaveQueue(job) }
            if case .ready(let transcript) = job.verdict {
                close(job, .final(transcript))
            } else if !job.wantsResult {
                want(job)
            }
        }
    }

    func drop(_ job: RecognitionJob) {
        worker.async { [self] in
            job.isFinished = true
            cancelDictation(of: job)
            leaveQueue(job)
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

    private func want(_ job: RecognitionJob) {
        job.wantsResult = true
        job.startWatch()
        guard !job.isFreeText else { return askDictation(about: job) }
        // While the grammar's search is ended here, the model works on its own thread.
        if job.task == .command, hasTwoOpinions, queue.first === job { consultDictation(about: job) }
        serve()
    }

    private func serve() {
        while let job = queue.first {
            do {
                try advance(job)
                guard job.wantsResult, case .none = job.verdict else { return }
                job.match = try best(for: job)
            } catch {
                fail(job, error)
                continue
            }
            judge(job)
            guard job.isFinished else { return }
            leaveQueue(job)
        }
    }

    /// Takes the utterance out of the queue and serves the next one.
    func leaveQueue(_ job: RecognitionJob) {
        guard let index = queue.firstIndex(where: { $0 === job }) else { return }
        _ = endSearch(of: job)
        queue.remove(at: index)
        serve()
    }

    private func advance(_ job: RecognitionJob) throws {
        let search = try loaded()
        let kind: GrammarKind = job.task == .stopPhrase ? .stopPhrase : .command
        guard search.has(kind), !job.isGivenUp, !job.wantsResult || job.match == nil else { return }
        guard !Self.isTooLong(job) else { return giveUpCommand(in: job) }
        if !job.isStarted {
            guard case .none = job.verdict else { return }
            try search.start(kind)
            job.isStarted = true
            // Free words are what is shown, and one of the two opinions in any case.
            if kind == .command, hasTwoOpinions, job.dictation == nil { startDictation(of: job) }
        }
        let fresh = job.utterance.samples(from: job.consumed, upTo: job.sampleCount)
        guard !fresh.isEmpty else { return }
        search.process(fresh)
        job.consumed = job.sampleCount
        guard job.partial.isDue(afterSamples: fresh.count), !job.wantsResult else { return }
        guard let fusion, kind == .command, hasTwoOpinions else { return look(at: job, search.partial()) }
        // The grammar hears commands in everything: where free words can be shown, its own are not.
        let isHopeless = search.partial().map { match in
            search.knowsChannel && match.frameCount >= CommandJudge.shortestTalk
                && fusion.isHopeless(match, noise: Self.noise(in: job))
        }
        job.hopelessLooks = isHopeless == true ? job.hopelessLooks + 1 : 0
        if job.hopelessLooks >= CommandJudge.looksAtTalk { giveUpCommand(in: job) }
    }

    /// This is not a command; from here on the processor belongs to dictation.
    private func giveUpCommand(in job: RecognitionJob) {
        job.isGivenUp = true
        _ = endSearch(of: job)
        job.doubtfulLooks = max(job.doubtfulLooks, CommandJudge.doubtfulLooks)
        if job.dictation == nil { startDictation(of: job) }
    }

    static func isTooLong(_ job: RecognitionJob) -> Bool {
        job.task == .command && job.sampleCount > CommandJudge.longestCommand
    }

    private func look(at job: RecognitionJob, _ match: GrammarMatch?) {
        // A partial that scores like prose would show a command that was not said.
        if let match, CommandJudge.accepts(match, in: job.samples) {
            job.doubtfulLooks = 0
            if let words = job.partial.update(match.words) { show(words, of: job) }
            return
        }
        job.doubtfulLooks += 1
        // Dictation takes a while; it had better begin before it is needed.
        if job.task == .command, job.dictation == nil,
            job.doubtfulLooks >= CommandJudge.doubtfulLooks, SpeechGate.hasSpeech(job.samples)
        {
            startDictation(of: job)
        }
    }

    /// Free words are shown where the grammar has nothing to show.
    func look(at job: RecognitionJob, dictated words: [String]) {
        guard !job.isFinished, !job.wantsResult else { return }
        guard job.isFreeText || hasTwoOpinions || job.doubtfulLooks > 0 else { return }
        if let words = job.partial.update(words) { show(words, of: job) }
    }

    /// True while the grammar's search belongs to another utterance.
    func isSearching(anotherThan job: RecognitionJob) -> Bool {
        queue.first.map { $0 !== job && $0.isStarted } ?? false
    }

    private func loaded() throws -> any GrammarRecognizer {
        if let search, !isOutdated || queue.first?.isStarted == true { return search }
        search = nil
        let fresh = try makeGrammar(commands, stopPhrases)
        search = fresh
        isOutdated = false
        return fresh
    }
}
