// SPDX-License-Identifier: GPL-3.0-or-later
// What a request comes to by all its words together, where no example says it clearly: the estimate tells which intent,
// the examples of that intent tell where its values stand. Pure but for the list of applications, which is handed in.

import JarvisUnderstanding

extension Understanding {
    /// From this likelihood on an intent counts as what was meant where no example comes near.
    static let certainLikelihood: Float = 0.76
    /// The same of what people hardly say to each other.
    static let directLikelihood: Float = 0.6
    /// So unlikely is talk then.
    private static let leastTalk: Float = 0.02
    /// Below this score of the nearest example it takes more, by the share of what is missing.
    static let nearScore: Float = 0.6
    private static let distanceShare: Float = 0.25
    /// The same where a request says what is not wanted.
    static let negatedLikelihood: Float = 0.95
    /// From this one on what an example leaves in doubt counts as meant.
    static let agreedLikelihood: Float = 0.5
    /// From this one on it is asked about.
    static let doubtfulLikelihood: Float = 0.5
    /// Below this one an example is not believed that is only like the request.
    static let unlikelyLikelihood: Float = 0.15
    /// From this one on it is taken for talk what only a name makes a request: "open your mouth".
    static let talkLikelihood: Float = 0.9
    /// Intents that lose something or change what the user has agreed to. JARVIS asks first, however likely they are.
    private static let careful: Set<String> = [
        "note.delete", "note.delete-last", "note.delete-all", "list.clear", "online.use", "online.stop",
    ]

    /// How likely each intent is; nil where that does not count, or is not known.
    func estimate(of utterance: Utterance, _ applications: ApplicationIndex) -> IntentEstimate? {
        estimateUse == .nothing ? nil : pack.estimate(of: utterance, applications: applications)
    }

    /// True where all words together speak against this intent.
    func isUnlikely(_ intent: String, _ estimate: IntentEstimate?) -> Bool {
        guard estimateUse == .meaning, let estimate else { return false }
        return estimate.likelihood(of: intent) < Self.unlikelyLikelihood
    }

    /// True where all words together are what people say to each other.
    func isTalk(_ estimate: IntentEstimate?) -> Bool {
        guard estimateUse == .meaning, let estimate else { return false }
        return estimate.talk >= Self.talkLikelihood
    }

    /// What the estimate makes of a request that examples leave in doubt; nil where it knows no better.
    /// - Parameters:
    ///   - found: What patterns and examples make of it.
    ///   - parts: The request, and its clauses where it has several: where values may stand.
    func estimated(
        _ estimate: IntentEstimate, _ found: Interpretation, _ parts: [Utterance], _ applications: ApplicationIndex
    ) -> Interpretation? {
        guard estimateUse == .meaning, let best = estimate.best, let whole = parts.first else { return nil }
        // A yes or a no to nothing asks for nothing.
        if pack.lexicon.isAgreement(whole.words) || pack.lexicon.isRefusal(whole.words) { return nil }
        let isNegated = pack.lexicon.isNegated(whole.words)
        if isNegated,
            best.likelihood < Self.negatedLikelihood || whole.isProhibition
                || !best.intents.contains(where: pack.isAskedByNegation)
        {
            return nil
        }
        /// What was set is not lost by what only seems to be said.
        func mayAct(_ intent: String) -> Bool {
            !Self.careful.contains(intent) && !(isNegated && intent.hasSuffix(".cancel"))
        }
        if case .doubtful(var reading) = found, let intent = reading.intent,
            estimate.likelihood(of: intent) >= Self.agreedLikelihood
        {
            if mayAct(intent) { return .certain(reading) }
            reading.isAgreed = true
            return .doubtful(reading)
        }
        guard best.likelihood >= Self.doubtfulLikelihood,
            var reading = nearest(best.intents, in: parts, applications), let intent = reading.intent,
            catalogue.clarity(of: intent) != .exact,
            catalogue.names(whole.words, whatIsMeantBy: intent)
        else { return nil }
        // The less the examples say, the surer the estimate must be.
        let base = estimate.talk <= Self.leastTalk ? Self.directLikelihood : Self.certainLikelihood
        let least = base + Self.distanceShare * max(0, Self.nearScore - reading.score)
        if best.likelihood >= least {
            if mayAct(intent) { return .certain(reading) }
            reading.isAgreed = reading.score >= Self.nearScore
        }
        if case .unknown = found { return .doubtful(reading) }
        return nil
    }

    /// The example of these intents that comes nearest, with its values from the part where most of them stand.
    private func nearest(
        _ intents: Set<String>, in parts: [Utterance], _ applications: ApplicationIndex
    ) -> Reading? {
        var best: (candidate: IntentCandidate, utterance: Utterance)?
        for part in parts {
            let rewritten = pack.rewritten(part)
            guard let candidate = pack.matcher.nearest(for: rewritten, applications: applications, of: intents)
            else { continue }
            if let best, (best.candidate.slots.count, best.candidate.score) >= (candidate.slots.count, candidate.score)
            {
                continue
            }
            best = (candidate, rewritten)
        }
        guard let best, let (skill, deed, answer) = catalogue.intent(named: best.candidate.intent) else { return nil }
        return Reading(
            skill: skill, intent: best.candidate.intent, answer: answer, slots: best.candidate.slots,
            utterance: best.utterance, score: best.candidate.score, deed: deed)
    }
}
