// SPDX-License-Identifier: GPL-3.0-or-later
// What the grammar found in an utterance. Everything here runs on the worker's thread.

import JarvisCore
import JarvisSignal

extension RecognitionWorker {
    /// The result of the search that ran along, or of a second one over the whole where that one is not sure.
    func best(for job: RecognitionJob) throws -> GrammarMatch? {
        guard let search, !job.isGivenUp, !Self.isTooLong(job) else { return nil }
        // Another opinion is to come, which costs less and knows more.
        job.waitsForTwoOpinions = hasTwoOpinions && job.task == .command
        guard job.waitsForTwoOpinions else { return try better(than: endSearch(of: job), for: job) }
        if let fusion, job.isStarted, !job.isFinished, let soFar = search.partial() {
            // Most pauses are followed by more, and a search that was ended has to hear all of it again.
            if fusion.isWhole(soFar) { return soFar }
            // A microphone that is not known yet may sound otherwise; the end gets the search used to it.
            if search.knowsChannel, fusion.isHopeless(soFar, noise: Self.noise(in: job)) { return nil }
        }
        return endSearch(of: job)
    }

    /// Ends the search of an utterance, where it is still going on.
    func endSearch(of job: RecognitionJob) -> GrammarMatch? {
        guard job.isStarted else { return nil }
        job.isStarted = false
        return search?.end()
    }

    /// A second search takes some 15 % of the utterance's length with all commands, less than PocketSphinx's dictation,
    /// and hears less noise.
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

    /// What noise has cost the grammar's margin.
    static func noise(in job: RecognitionJob) -> Double {
        CommandJudge.allowance(range: SpeechGate.range(of: job.samples))
    }
}
