// SPDX-License-Identifier: GPL-3.0-or-later
// Serves utterances with the grammar search, on one worker thread, and asks the dictation desk where the grammar has
// no answer. Utterances are searched one after another; what arrives for a later one waits. Results are worked out at
// the first pause, so that nothing is left to do when the pause turns out to be the end.

import JarvisCore
import JarvisPlatform
import JarvisSignal

final class RecognitionDesk: @unchecked Sendable {
    // Unchecked: the variables are touched only on `worker`.
    let worker = WorkerThread(name: "recognizer")
    let dictation: DictationDesk
    /// Found when the first doubtful command needs it, not at the start.
    private lazy var reducer = NoiseReducer()
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
    func leaveLane(_ utterance: Utterance) {
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
        guard !Self.isTooLong(utterance) else { return giveUpCommand(in: utterance) }
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

    /// Nobody needs so long for a command; from here on the processor belongs to dictation.
    private func giveUpCommand(in utterance: Utterance) {
        if utterance.isStarted { _ = search?.end() }
        utterance.isStarted = false
        utterance.doubtfulLooks = max(utterance.doubtfulLooks, CommandJudge.doubtfulLooks)
        if utterance.dictation == nil { startDictation(of: utterance) }
    }

    private static func isTooLong(_ utterance: Utterance) -> Bool {
        utterance.task == .command && utterance.samples.count > CommandJudge.longestCommand
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
    func look(at utterance: Utterance, dictated words: [String]) {
        guard !utterance.isFinished, !utterance.wantsResult else { return }
        guard utterance.task == .dictation || utterance.doubtfulLooks > 0 else { return }
        if let words = utterance.partial.update(words) { show(words, of: utterance) }
    }

    /// The result of the search that ran along, or of a second one over the whole where that one is not sure. The
    /// second takes some 15 % of the utterance's length with all commands, less than dictation, and hears less noise.
    private func best(for utterance: Utterance) throws -> GrammarSearch.Match? {
        guard let search, !Self.isTooLong(utterance) else { return nil }
        utterance.isStarted = false
        let first = search.end()
        if let first, first.margin >= CommandJudge.certainMargin { return first }
        guard utterance.task == .command, search.has(.command), SpeechGate.hasSpeech(utterance.samples) else {
            return first
        }
        let second = try search.searchAgain(reducer?.reduce(utterance.samples) ?? utterance.samples, .command)
        guard var better = second ?? first else { return nil }
        if let first, first.margin > better.margin { better = first }
        better.support = CommandJudge.support(first?.words ?? [], second?.words ?? [])
        return better
    }

    private func loaded() throws -> GrammarSearch {
        if let search, !isOutdated || lane.first?.isStarted == true { return search }
        search = nil
        let fresh = try GrammarSearch(model: model, commands: commands, stopPhrases: stopPhrases)
        search = fresh
        isOutdated = false
        return fresh
    }
}
