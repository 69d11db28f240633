// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance while it is being recognized, and the session that the caller holds.

import JarvisCore
import JarvisPlatform
import JarvisSignal

/// What the recognition desk knows about an utterance.
final class Utterance: @unchecked Sendable {
    // Unchecked: the variables are touched only on the desk's thread; `cancellation` is atomic.

    /// How far the result of what was accepted so far has been worked out.
    enum Verdict {
        case none
        /// The grammar has no answer that is certain; dictation is working.
        case waiting
        case ready(Transcript?)
    }

    let task: RecognitionTask
    let cancellation = CancellationFlag()
    private let handler: @Sendable (RecognitionUpdate) -> Void

    /// Everything heard; a second search and dictation may want it from the beginning.
    var samples: [Int16] = []
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
    var partial = StablePartial()
    /// Looks in a row at which the grammar had nothing to show.
    var doubtfulLooks = 0
    var dictation: DictationJob?
    /// The grammar's result.
    var match: GrammarSearch.Match?
    /// Listens to what comes after a verdict.
    private var watch: SpeechGate.Watch?

    init(task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void) {
        self.task = task
        self.handler = handler
    }

    /// Begins to watch for speech after a pause.
    func startWatch() { watch = SpeechGate.Watch(after: samples) }

    /// Adds samples.
    /// - Returns: False when they are part of the pause.
    func add(_ fresh: [Int16]) -> Bool {
        samples += fresh
        return watch?.hears(fresh) ?? true
    }

    /// Speech goes on: what was worked out does not count.
    func voidVerdict() {
        verdict = .none
        wantsResult = false
        match = nil
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

/// The caller's end; every call is passed on to the desk's thread.
final class PocketSphinxSession: RecognitionSession {
    private let utterance: Utterance
    private let desk: RecognitionDesk

    init(utterance: Utterance, desk: RecognitionDesk) {
        self.utterance = utterance
        self.desk = desk
    }

    func accept(_ samples: [Int16]) { desk.accept(samples, for: utterance) }

    func prepareResult() { desk.prepare(utterance) }

    func finish() { desk.finish(utterance) }

    func cancel() {
        utterance.cancellation.cancel()
        desk.drop(utterance)
    }
}
