// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance while it is being recognized, and the session that the caller holds.

import JarvisCore
import JarvisPlatform
import JarvisSignal

/// What the recognition worker knows about an utterance.
final class RecognitionJob: @unchecked Sendable {
    // Unchecked: the variables (`sampleCount`, `consumed`, `dictated`, `isStarted`, `wantsResult`, `isFinished`,
    // `verdict`, `preparation`, `consulted`, `reconsidered`, `partial`, `doubtfulLooks`, `hopelessLooks`, `isGivenUp`, `dictation`,
    // `match`, `scores`, `waitsForTwoOpinions`, `watch`) are touched only on the worker's thread; `cancellation` is atomic.

    /// How far the result of what was accepted so far has been worked out.
    enum Verdict {
        case none
        /// The grammar has no answer that is certain; dictation is working.
        case waiting
        case ready(Transcript?)
    }

    let task: RecognitionTask
    let utterance: SpokenUtterance
    let cancellation = CancellationFlag()
    private let handler: @Sendable (RecognitionUpdate) -> Void

    /// How many samples were accepted; a second search and dictation may want them from the beginning.
    private(set) var sampleCount = 0
    /// How many of them the grammar has seen, and how many dictation.
    var consumed = 0
    var dictated = 0
    /// The grammar is in the midst of it.
    var isStarted = false
    /// The speaker paused; the result is to be worked out.
    var wantsResult = false
    var isFinished = false
    var verdict = Verdict.none
    /// Counts the verdicts, so that dictation's answer to an earlier one is known as such.
    var preparation = 0
    /// The verdict for which dictation has been asked.
    var consulted: Int?
    /// The verdict for which dictation has been asked to listen once more.
    var reconsidered: Int?
    var partial = StablePartial()
    /// Looks in a row at which the grammar had nothing to show.
    var doubtfulLooks = 0
    /// Looks in a row at which the grammar had nothing but a guess at other speech.
    var hopelessLooks = 0
    /// No command is looked for any more.
    var isGivenUp = false
    var dictation: (any DictationSession)?
    /// The grammar's result.
    var match: GrammarMatch?
    /// How well phrases whose numbers sound alike fit the sound to the grammar's model (`GrammarRecognizer.scores`).
    var scores: [[String]: Double] = [:]
    /// The grammar did not have its second search, since dictation was to decide with it.
    var waitsForTwoOpinions = false
    /// Listens to what comes after a verdict.
    private var watch: SpeechGate.Watch?

    init(task: RecognitionTask, utterance: SpokenUtterance, handler: @escaping @Sendable (RecognitionUpdate) -> Void) {
        self.task = task
        self.utterance = utterance
        self.handler = handler
    }

    /// No command is looked for.
    var isFreeText: Bool { task == .dictation || task == .answer }

    /// Everything that was accepted.
    var samples: [Int16] { utterance.samples(upTo: sampleCount) }

    /// Begins to watch for speech after a pause.
    func startWatch() { watch = SpeechGate.Watch(after: samples) }

    /// Takes note of more samples.
    /// - Returns: False when they are part of the pause.
    func accept(upTo count: Int) -> Bool {
        let fresh = utterance.samples(from: sampleCount, upTo: count)
        sampleCount += fresh.count
        return watch?.hears(fresh) ?? true
    }

    /// Speech goes on: what was worked out does not count.
    func voidVerdict() {
        verdict = .none
        wantsResult = false
        match = nil
        scores = [:]
        watch = nil
        preparation += 1
    }

    /// Tells the caller, unless it has lost interest.
    func report(_ update: RecognitionUpdate) {
        guard !cancellation.isCancelled else { return }
        switch update {
        case .partial: break
        case .final, .failed: cancellation.cancel()
        }
        handler(update)
    }
}

/// The caller's end; every call is passed on to the worker's thread.
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
