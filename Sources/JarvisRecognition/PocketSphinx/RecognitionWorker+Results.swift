// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the grammar's result for an utterance. Everything here runs on the worker's thread.

import JarvisCore
import JarvisSignal

extension RecognitionWorker {
    /// The result of the running search, or of a second search over the whole utterance if the first is not certain.
    func best(for job: RecognitionJob) throws -> GrammarMatch? {
        guard let search, !job.isGivenUp, !Self.isTooLong(job) else { return nil }
        // Dictation gives the second opinion: it costs less than a second search, and knows more.
        job.waitsForTwoOpinions = hasTwoOpinions && job.task == .command
        guard job.waitsForTwoOpinions else { return try better(than: endSearch(of: job), for: job) }
        if let fusion, job.isStarted, !job.isFinished, let soFar = search.partial() {
            // Most pauses are followed by more speech, and after ending the search, all of it would have to be searched
            // again.
            if fusion.isWhole(soFar) { return soFar }
            // An unfamiliar microphone may lower the score; the end of the search adapts to it.
            if search.knowsChannel, fusion.isHopeless(soFar, noise: Self.noise(in: job)) { return nil }
        }
        return endSearch(of: job)
    }

    /// Ends the search of an utterance if it is still running.
    func endSearch(of job: RecognitionJob) -> GrammarMatch? {
        guard job.isStarted else { return nil }
        job.isStarted = false
        return search?.end()
    }

    /// The better of the first match and a second search, which the grammar repeats on the sound with less noise. With
    /// all commands, this takes some 15 % of the utterance's length, less than dictation with PocketSphinx.
    func better(than first: GrammarMatch?, for job: RecognitionJob) throws -> GrammarMatch? {
        if let first, first.margin >= CommandJudge.certainMargin { return first }
        guard let search, job.task == .command, search.has(.command), SpeechGate.hasSpeech(job.samples) else {
            return first
        }
        _ = endSearch(of: job)
        let second = try search.searchAgain(reducer?.reduce(job.samples) ?? job.samples, .command)
        guard var better = second ?? first else { return nil }
        if let first, first.margin > better.margin { better = first }
        better.support = CommandJudge.support(first?.words ?? [], second?.words ?? [])
        return better
    }

    /// How much noise has lowered the grammar's margin.
    static func noise(in job: RecognitionJob) -> Double {
        CommandJudge.allowance(range: SpeechGate.range(of: job.samples))
    }
}
