// SPDX-License-Identifier: GPL-3.0-or-later
// The state of one utterance during recognition, and its session for the caller.

import JarvisCore
import JarvisPlatform
import JarvisSignal

/// The state of an utterance on the recognition worker.
final class RecognitionJob: @unchecked Sendable {
    // Unchecked: the variables (`sampleCount`, `consumed`, `dictated`, `isStarted`, `wantsResult`, `isFinished`,
    // `verdict`, `preparation`, `consulted`, `reconsidered`, `partial`, `doubtfulLooks`, `hopelessLooks`,
    // `needsGrammar`, `isGivenUp`, `dictation`, `match`, `scores`, `waitsForTwoOpinions`, `watch`) are touched only on
    // the worker's thread; `cancellation` is atomic.

    /// How far the result for the samples accepted so far has got.
    enum Verdict {
        case none
        /// The grammar is not certain, so dictation is working on an answer.
        case waiting
        case ready(Transcript?)
    }

    let task: RecognitionTask
    let utterance: SpokenUtterance
    let cancellation = CancellationFlag()
    private let handler: @Sendable (RecognitionUpdate) -> Void

    /// The number of samples accepted; a second search and dictation may need them from the start.
    private(set) var sampleCount = 0
    /// How many of the samples the grammar has processed; `dictated` is the same for dictation.
    var consumed = 0
    var dictated = 0
    /// The grammar has started to search this utterance.
    var isStarted = false
    /// The speaker has paused, so a result should be prepared.
    var wantsResult = false
    var isFinished = false
    var verdict = Verdict.none
    /// The number of the current verdict, which identifies answers of dictation that refer to an earlier one.
    var preparation = 0
    /// The number of the verdict for which dictation has been asked.
    var consulted: Int?
    /// The number of the verdict for which dictation has been asked to reconsider.
    var reconsidered: Int?
    var partial = StablePartial()
    /// The number of successive checks at which the grammar had nothing to show.
    var doubtfulLooks = 0
    /// Successive checks at which the grammar had only a guess at other speech.
    var hopelessLooks = 0
    /// The grammar's opinion may matter. Otherwise, the sound is kept from it: searching takes as much time as free
    /// recognition.
    var needsGrammar = false
    /// The search for a command has been abandoned.
    var isGivenUp = false
    var dictation: (any DictationSession)?
    /// The grammar's result.
    var match: GrammarMatch?
    /// How well phrases with similar-sounding numbers fit the sound in the grammar's model
    /// (`GrammarRecognizer.scores`).
    var scores: [[String]: Double] = [:]
    /// The grammar's second search was put off, because dictation takes part in the decision.
    var waitsForTwoOpinions = false
    /// Detects whether the speaker has continued since the verdict.
    private var watch: SpeechGate.Watch?

    init(task: RecognitionTask, utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void) {
        self.task = task
        self.utterance = utterance
        self.handler = handler
    }

    /// True if no command is expected.
    var isFreeText: Bool { task == .dictation || task == .answer }

    /// All samples accepted so far.
    var samples: [Int16] { utterance.samples(upTo: sampleCount) }

    /// Starts watching for speech after a pause.
    func startWatch() { watch = SpeechGate.Watch(after: samples) }

    /// Adds samples up to this number.
    /// - Returns: False if the new samples only continue the pause.
    func accept(upTo count: Int) -> Bool {
        let fresh = utterance.samples(from: sampleCount, upTo: count)
        sampleCount += fresh.count
        return watch?.hears(fresh) ?? true
    }

    /// Withdraws the verdict, because the speaker has continued.
    func voidVerdict() {
        verdict = .none
        wantsResult = false
        match = nil
        scores = [:]
        watch = nil
        preparation += 1
    }

    /// Reports an update to the caller, unless it has cancelled.
    func report(_ update: RecognitionUpdate) {
        guard !cancellation.isCancelled else { return }
        switch update {
        case .partial: break
        case .final, .failed: cancellation.cancel()
        }
        handler(update)
    }
}

/// The caller's session, which passes every call on to the worker's thread.
final class PocketSphinxSession: RecognitionSession {
    private let job: RecognitionJob
    private let worker: RecognitionWorker

    init(job: RecognitionJob, worker: RecognitionWorker) {
        self.job = job
        self.worker = worker
    }

    func accept(upTo sampleCount: Int) { worker.accept(upTo: sampleCount, for: job) }

    func prepareResult() { worker.prepare(job) }

    func finish() { worker.finish(job) }

    func cancel() {
        job.cancellation.cancel()
        worker.drop(job)
    }
}
