// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets a request by all its words together if no example matches it clearly. The estimate finds the intent; the
// examples of that intent show where its values are. Pure: the caller passes the list of applications.

import JarvisUnderstanding

extension Understanding {
    /// The minimum likelihood at which an intent counts as meant when no example is close.
    static let certainLikelihood: Float = 0.76
    /// The same threshold if the words are hardly ever talk among people or for somebody else.
    static let directLikelihood: Float = 0.6
    /// The maximum likelihood of those for `directLikelihood` to apply.
    private static let leastTalk: Float = 0.02
    /// The score of the nearest example below which the threshold rises, by `distanceShare` of the difference.
    static let nearScore: Float = 0.6
    private static let distanceShare: Float = 0.25
    /// The minimum likelihood for a request that says what isn't wanted.
    static let negatedLikelihood: Float = 0.95
    /// The minimum likelihood at which a doubtful example counts as meant.
    static let agreedLikelihood: Float = 0.5
    /// The minimum likelihood at which JARVIS asks whether an intent was meant.
    static let doubtfulLikelihood: Float = 0.5
    /// The likelihood from which a request that only tells something needs none of the words that the lexicon asks for.
    static let sureLikelihood: Float = 0.9
    /// The same as `doubtfulLikelihood` if a word settles it and the answer changes nothing: "timezone", "joke".
    static let evidentLikelihood: Float = 0.12
    /// The likelihood below which a merely similar example is not trusted.
    static let unlikelyLikelihood: Float = 0.15
    /// From this likelihood of talk and other requests on, one that only a name makes plausible counts as such: "open your
    /// mouth", "open an account".
    static let talkLikelihood: Float = 0.9
    /// The distance to the next intent from which a merely likely one is answered instead of asked about, if that only
    /// tells something from this computer.
    private static let tellingLead: Float = 0.3
    /// The likelihood of talk and of other requests up to which it is.
    private static let tellingTalk: Float = 0.03
    /// The likelihood from which another intent overrules a pattern that takes the same words for a free text.
    private static let overrulingLikelihood: Float = 0.9
    /// The likelihood below which a pattern may be overruled.
    private static let overruledLikelihood: Float = 0.02
    /// Intents that lose something or change what the user has agreed to. JARVIS asks first, however likely they are.
    private static let careful: Set<String> = [
        "note.delete", "note.delete-last", "note.delete-all", "list.clear", "online.use", "online.stop",
    ]

    /// Answers that would alarm or hurt if nothing of the kind was said, however likely they are.
    private static let grave: Set<String> = ["emergency"]

    /// How likely each intent is; nil if the estimate is not in use or not available.
    func estimate(of utterance: Utterance, _ applications: ApplicationIndex) -> IntentEstimate? {
        estimateUse == .nothing ? nil : pack.estimate(of: utterance, applications: applications)
    }

    /// True if the words together speak against this intent.
    func isUnlikely(_ intent: String, _ estimate: IntentEstimate?) -> Bool {
        guard estimateUse == .meaning, let estimate else { return false }
        return estimate.likelihood(of: intent) < Self.unlikelyLikelihood
    }

    /// True if the words together clearly ask for something else than a pattern takes them for: "who was your programmer"
    /// is not about an article, although anything may be the topic of one.
    func isOverruled(_ reading: Reading, _ estimate: IntentEstimate?) -> Bool {
        guard estimateUse == .meaning, reading.onlyTells, !reading.texts.isEmpty, let intent = reading.intent,
            let estimate, let best = estimate.best
        else { return false }
        return best.likelihood >= Self.overrulingLikelihood
            && estimate.likelihood(of: intent) < Self.overruledLikelihood
    }

    /// True if the words together sound like talk among people, or like a request to somebody else.
    func isTalk(_ estimate: IntentEstimate?) -> Bool {
        guard estimateUse == .meaning, let estimate else { return false }
        return estimate.nothing >= Self.talkLikelihood
    }

    /// Interprets a request that the examples leave in doubt; nil if the estimate doesn't improve on them.
    /// - Parameters:
    ///   - found: The interpretation by patterns and examples.
    ///   - parts: The request, followed by its clauses if it has several. Values may be in any of them.
    func estimated(
        _ estimate: IntentEstimate, _ found: Interpretation, _ parts: [Utterance], _ applications: ApplicationIndex
    ) -> Interpretation? {
        guard estimateUse == .meaning, let best = estimate.best, let whole = parts.first else { return nil }
        // A yes or no without a question asks for nothing.
        if pack.lexicon.isAgreement(whole.words) || pack.lexicon.isRefusal(whole.words) { return nil }
        let isNegated = pack.lexicon.isNegated(whole.words)
        if isNegated,
            best.likelihood < Self.negatedLikelihood || whole.isProhibition
                || !best.intents.contains(where: pack.isAskedByNegation)
        {
            return nil
        }
        /// True if a high likelihood is enough to act; false if JARVIS must ask first because the intent would lose
        /// something.
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
        if let reading = evident(estimate, parts, applications) { return .certain(reading) }
        guard best.likelihood >= Self.doubtfulLikelihood,
            var reading = nearest(best.intents, in: parts, applications), let intent = reading.intent,
            catalogue.clarity(of: intent) != .exact,
            endsNothingElse(whole.words, intent, best.likelihood, applications),
            names(whole.words, intent)
                || reading.onlyTells && best.likelihood >= Self.sureLikelihood && !Self.grave.contains(intent)
        else { return nil }
        // The weaker the example, the surer the estimate must be.
        let base = estimate.nothing <= Self.leastTalk ? Self.directLikelihood : Self.certainLikelihood
        let least = base + Self.distanceShare * max(0, Self.nearScore - reading.score)
        if best.likelihood >= least {
            if mayAct(intent) { return .certain(reading) }
            reading.isAgreed = reading.score >= Self.nearScore
        }
        guard case .unknown = found else { return nil }
        // A question costs the user more than an answer that changes nothing and leaves this computer in peace.
        if reading.deed == .tells, estimate.lead >= Self.tellingLead, estimate.nothing <= Self.tellingTalk,
            !Self.grave.contains(intent)
        {
            reading.isByWord = true
            return .certain(reading)
        }
        return .doubtful(reading)
    }

    /// False if the words would end the conversation's own activity but name something else to stop: "stop vlc".
    private func endsNothingElse(
        _ words: [String], _ intent: String, _ likelihood: Float, _ applications: ApplicationIndex
    ) -> Bool {
        intent != StopSkill.intent || words.allSatisfy { pack.belongs($0, to: intent) }
            || likelihood >= Self.certainLikelihood && !namesProgram(words)
                && !words.contains { !pack.lexicon.isLight($0) && applications.isKnown($0) }
    }

    /// A reading that only tells something and that a word of the request settles, although the estimate is less sure.
    private func evident(
        _ estimate: IntentEstimate, _ parts: [Utterance], _ applications: ApplicationIndex
    ) -> Reading? {
        guard let whole = parts.first, !isTalk(estimate), !pack.lexicon.isNegated(whole.words) else { return nil }
        let likely = pack.lexicon.evidentIntents(in: whole.words).map { (name: $0, estimate.likelihood(of: $0)) }
            .filter { $0.1 >= Self.evidentLikelihood }
        guard let most = likely.map(\.1).max(),
            var reading = nearest(Set(likely.filter { $0.1 == most }.map(\.name)), in: parts, applications),
            reading.onlyTells, catalogue.clarity(of: reading.intent) != .exact
        else { return nil }
        reading.isByWord = most < Self.doubtfulLikelihood
        return reading
    }

    /// The example of these intents that comes nearest, with values from the part that fills the most slots.
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
            utterance: best.utterance, score: best.candidate.score,
            ranges: best.candidate.ranges, deed: deed)
    }
}
