// SPDX-License-Identifier: GPL-3.0-or-later
// One utterance while it is being recognized, and the session that the caller holds.

import JarvisCore

/// What the recognition desk knows about an utterance.
final class Utterance: @unchecked Sendable {
    // Unchecked: the variables are touched only on the desk's thread; `cancellation` is atomic.
    let task: RecognitionTask
    let cancellation = CancellationFlag()
    private let handler: @Sendable (RecognitionUpdate) -> Void

    /// Everything heard; kept because dictation may be asked only after the grammar has failed.
    var samples: [Int16] = []
    /// How many of them the grammar has seen.
    var consumed = 0
    var isStarted = false
    var isFinished = false
    var partial = StablePartial()
    var dictation: DictationJob?
    /// The grammar's result, while dictation is asked.
    var match: GrammarSearch.Match?

    init(task: RecognitionTask, handler: @escaping @Sendable (RecognitionUpdate) -> Void) {
        self.task = task
        self.handler = handler
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

    func prepareResult() {}

    func finish() { desk.finish(utterance) }

    func cancel() {
        utterance.cancellation.cancel()
        desk.drop(utterance)
    }
}
