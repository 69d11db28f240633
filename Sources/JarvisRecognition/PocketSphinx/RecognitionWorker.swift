// SPDX-License-Identifier: GPL-3.0-or-later
// Serves utterances with the grammar recognizer on one worker thread, and asks dictation if the grammar has no answer.
// Utterances are searched one after another; the sound of a later one waits. The result is prepared at the first pause,
// so that nothing is left to do if the pause turns out to be the end.

import JarvisCore
import JarvisPlatform
import JarvisSignal

final class RecognitionWorker: @unchecked Sendable {
    // Unchecked: the variables (`reducer`, `commands`, `search`, `completeness`, `ownWords`, `fusion`,
    // `evidenceObserver`, `queue`, `isOutdated`) are touched only on `worker`.
    let worker = WorkerThread(name: "recognizer")
    let dictation: any DictationRecognizer
    let answerRivals: AnswerRivals
    /// Created only for the first doubtful command.
    private(set) lazy var reducer = NoiseReducer()
    private let makeGrammar: GrammarMaker
    private var commands: Grammar?
    private let stopPhrases: Grammar?
    private(set) var search: (any GrammarRecognizer)?
    private(set) var completeness: CompletenessJudge?
    /// The user's own words, and the names on this machine.
    private(set) var ownWords: Set<String> = []
    /// Compares free transcripts with commands; nil if dictation is not accurate enough for that.
    private(set) var fusion: CommandFusion?
    private let makeMatcher: MatcherMaker
    /// Receives the basis of each decision between commands.
    var evidenceObserver: ((DecisionEvidence) -> Void)?

    /// True if the grammar and dictation decide on commands together; false if the grammar decides alone.
    var hasTwoOpinions: Bool { fusion != nil && dictation.hearsCommands }
    /// Utterances that need the grammar search, which belongs to the first of them.
    private var queue: [RecognitionJob] = []
    /// True if a grammar was set while an utterance was being searched.
    private var isOutdated = false

    /// The commands in the forms that recognition needs.
    struct Commands {
        var grammar: Grammar?
        /// The words before the free text in commands that have some.
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

    /// Makes a recognizer for commands and stop phrases; throws if a model is missing.
    typealias GrammarMaker = @Sendable (_ commands: Grammar?, _ stopPhrases: Grammar?) throws -> any GrammarRecognizer

    /// Makes the matcher between words and commands; nil if that is not possible.
    typealias MatcherMaker = @Sendable (_ commands: Grammar, _ beginnings: Grammar?) -> CommandMatcher?

    /// Returns similar-sounding alternatives to an answer that must not be misheard; empty if a mistake does no harm.
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
        // The first utterance tries again, and reports a missing model.
        worker.async { [self] in _ = try? loaded() }
        dictation.warmUp()
    }

    /// Builds and installs a new grammar of commands; an utterance being searched keeps the old one.
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
                // A new search has to process the sound from the start.
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

    /// Returns once all earlier input has been searched.
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
        // Dictation works on its own thread, so ask it before ending the grammar's search here.
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

    /// Removes the utterance from the queue and serves the next one.
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
        if kind == .command, hasTwoOpinions {
            // The free transcript is shown to the user, and it is always one of the two opinions.
            if job.dictation == nil { startDictation(of: job) }
            guard job.needsGrammar else { return }
        }
        if !job.isStarted {
            guard case .none = job.verdict else { return }
            try search.start(kind)
            job.isStarted = true
            job.consumed = 0
        }
        let fresh = job.utterance.samples(from: job.consumed, upTo: job.sampleCount)
        guard !fresh.isEmpty else { return }
        search.process(fresh)
        job.consumed = job.sampleCount
        guard job.partial.isDue(afterSamples: fresh.count), !job.wantsResult else { return }
        guard let fusion, kind == .command, hasTwoOpinions else { return look(at: job, search.partial()) }
        // The grammar finds commands in everything, so it is not shown if there is a free transcript; only check for
        // guesses.
        let isHopeless = search.partial().map { match in
            search.knowsChannel && match.frameCount >= CommandJudge.shortestTalk
                && fusion.isHopeless(match, noise: Self.noise(in: job))
        }
        job.hopelessLooks = isHopeless == true ? job.hopelessLooks + 1 : 0
        if job.hopelessLooks >= CommandJudge.looksAtTalk { giveUpCommand(in: job) }
    }

    /// Abandons the search for a command, which leaves the processor to dictation.
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
        // Don't show a command that scores like other speech; it was not said.
        if let match, CommandJudge.accepts(match, in: job.samples) {
            job.doubtfulLooks = 0
            if let words = job.partial.update(match.words) { show(words, of: job) }
            return
        }
        job.doubtfulLooks += 1
        // Dictation takes a while, so start it before it is needed.
        if job.task == .command, job.dictation == nil,
            job.doubtfulLooks >= CommandJudge.doubtfulLooks, SpeechGate.hasSpeech(job.samples)
        {
            startDictation(of: job)
        }
    }

    /// Shows the words of dictation if the grammar has nothing to show.
    func look(at job: RecognitionJob, dictated words: [String]) {
        guard !job.isFinished, !job.wantsResult else { return }
        guard job.isFreeText || hasTwoOpinions || job.doubtfulLooks > 0 else { return }
        let isCommand = job.task == .command && hasTwoOpinions
        let isLikely = isCommand && fusion?.isBeginning(words.dropLast()) == true
        if let words = job.partial.update(words, isLikely: isLikely) { show(words, of: job) }
        if isCommand, !job.needsGrammar, !isLikely,
            fusion?.willNeedGrammar(for: words, noise: Self.noise(in: job)) == true
        {
            job.needsGrammar = true
            serve()
        }
    }

    /// Has the grammar search the whole utterance, if its opinion turns out to matter only now.
    func searchLate(_ job: RecognitionJob) throws {
        guard !job.needsGrammar, !job.isGivenUp, !Self.isTooLong(job), !isSearching(anotherThan: job) else { return }
        job.needsGrammar = true
        let search = try loaded()
        guard search.has(.command) else { return }
        try search.start(.command)
        job.isStarted = true
        search.process(job.samples)
        job.consumed = job.sampleCount
        job.match = queue.first === job ? try best(for: job) : endSearch(of: job)
    }

    /// True if the grammar is currently searching another utterance.
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
