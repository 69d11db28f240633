// SPDX-License-Identifier: GPL-3.0-or-later
// From the words of a request to what is to be done: by patterns first, then by the same patterns in other words, then
// by the nearest example. Pure but for the list of applications, which is handed in.

import JarvisUnderstanding

/// What a request comes to.
enum Interpretation: Sendable {
    /// What is to be done, without a doubt.
    case certain(Reading)
    /// What may have been meant, to be asked about.
    case doubtful(Reading)
    /// Nothing that a skill knows; what came nearest.
    case unknown(nearest: IntentCandidate?)

    /// How near the request comes to what was found, 0…1.
    var score: Float {
        switch self {
        case .certain(let reading), .doubtful(let reading): reading.score
        case .unknown(let nearest): nearest?.score ?? 0
        }
    }

    /// What was found, in doubt or not.
    var reading: Reading? {
        switch self {
        case .certain(let reading), .doubtful(let reading): reading
        case .unknown: nil
        }
    }

    /// The same with a lower score, and with the doubt that comes with it.
    func scaled(by share: Float) -> Interpretation {
        switch self {
        case .certain(var reading), .doubtful(var reading):
            let isCertain = if case .certain = self { true } else { false }
            reading.score *= share
            if reading.score < Understanding.doubtfulScore { return .unknown(nearest: nil) }
            return isCertain && reading.score >= Understanding.certainScore ? .certain(reading) : .doubtful(reading)
        case .unknown(var nearest):
            nearest?.score *= share
            return .unknown(nearest: nearest)
        }
    }
}

/// A request as a skill takes it.
struct Reading: Sendable {
    var skill: any Skill
    /// The intent's name in the files of the language; nil where only a pattern knows it.
    var intent: String?
    var answer: SkillIntent.Handler
    var slots: [String: SlotValue]
    /// The request in the words that were understood.
    var utterance: Utterance
    /// 1 for a pattern, less for an example that is only like it.
    var score: Float
    /// What "it" in it is.
    var subject: String?
    /// The estimate agrees, but the action still needs confirmation.
    var isAgreed = false
    /// What is done to what the user has.
    var deed: DeedKind

    /// True when its answer changes nothing.
    var onlyTells: Bool { deed.isHarmless }

    /// What it takes for the name of a program; empty where it takes nothing for one.
    var freeName: String {
        let names = slots.values.compactMap { value in
            if case .application(let name) = value { name } else { String?.none }
        }
        return names.first ?? ""
    }

    /// How many names in it are not those of applications.
    func freeNames(among applications: ApplicationIndex) -> Int {
        let free = slots.values.filter { value in
            if case .application(let name) = value { !applications.isKnown(name.lowercased()) } else { false }
        }
        return free.count
    }
}

/// Reads requests.
struct Understanding: Sendable {
    /// From this score on an example counts as what was meant. `scripts/bench understanding` shows what it costs: lower
    /// ones act on ordinary talk, higher ones ask about requests.
    static let certainScore: Float = 0.8
    /// From this one on it is asked about.
    static let doubtfulScore: Float = 0.68
    /// From this one on it is the very wording of an example.
    static let sameScore: Float = 0.97
    /// From this one on nothing but small words differ from it.
    static let nearlySameScore: Float = 0.9
    /// A clause that says something besides others counts this share: it is asked about, never acted on.
    static let clauseShare: Float = 0.79
    /// Two different intents must be apart by this much to be told from each other.
    static let margin: Float = 0.03

    let catalogue: SkillCatalogue
    let pack: LanguagePack

    /// What the estimate is good for.
    enum EstimateUse {
        /// It says what is meant, and what is not.
        case meaning
        /// It says only which examples are worth a comparison.
        case comparison
        case nothing
    }

    private(set) var estimateUse = EstimateUse.meaning

    /// The same with less trust in the estimate, for parts of requests, which mean little by themselves.
    func using(_ use: EstimateUse) -> Understanding {
        var understanding = self
        understanding.estimateUse = use
        return understanding
    }

    func read(_ utterance: Utterance, applications: ApplicationIndex) -> Interpretation {
        if let exact = exact(utterance) { return .certain(exact) }
        let found = ofProgram(readLoosely(utterance, applications), utterance, applications)
        // What would end or lose something is not offered on a guess.
        if case .doubtful(let reading) = found, catalogue.clarity(of: reading.intent) != .usual, !reading.isAgreed {
            return .unknown(nearest: nil)
        }
        guard let reading = found.reading else { return found }
        let isUnasked =
            isReported(reading, utterance) || isLeft(reading, utterance) || isOnlyNamed(reading, in: utterance)
        return isUnasked ? .unknown(nearest: nil) : found
    }

    /// True when the user only tells of it: "I set an alarm for six", "my phone has an alarm at seven".
    private func isReported(_ reading: Reading, _ utterance: Utterance) -> Bool {
        !reading.deed.isHarmless
            && (pack.lexicon.tellsOfPast(utterance.words) || pack.lexicon.isStatement(reading.utterance.words)
                || pack.lexicon.wonders(utterance.words))
    }

    /// True when the words mention something, or ask about it, but do not ask for it to be done: "keep the reminder to call
    /// mum", "who shut down the computer", "is there an undo".
    private func isOnlyNamed(_ reading: Reading, in utterance: Utterance) -> Bool {
        switch reading.deed {
        case .removes: wording(of: reading) != .said || isUnordered(reading, by: .removing, in: utterance)
        case .ends:
            isLike(reading) && (pack.lexicon.isTold(reading.utterance.words) || said(reading) == .refused)
                || isUnordered(reading, by: .powering, in: utterance)
        case .consents:
            isLike(reading) && pack.lexicon.isTold(reading.utterance.words)
                || isUnordered(reading, by: .consenting, in: utterance)
        default: reading.intent == UndoSkill.intent && pack.lexicon.isTold(reading.utterance.words)
        }
    }

    /// True when the whole sentence has a verb for the deed but doesn't order it: "maybe I'll lock the screen". The reading may be of
    /// a part of it, or of other words.
    private func isUnordered(_ reading: Reading, by verbs: DialogueRole, in utterance: Utterance) -> Bool {
        let words = reading.besideTexts(utterance.words)
        guard !pack.lexicon.phrases(verbs).places(in: words).isEmpty else {
            return isLike(reading) && verbs == .powering
        }
        let wording =
            verbs == .removing ? pack.lexicon.removalWording(of: words) : pack.lexicon.wording(of: words, by: verbs)
        // "Don't use the internet" is an order as well.
        return verbs == .consenting ? wording == .unsaid : wording != .said
    }

    /// True when it only resembles an example and matches no pattern.
    private func isLike(_ reading: Reading) -> Bool { reading.score < 1 }

    /// What the words say about ending or agreeing to something.
    private func said(_ reading: Reading) -> DeedWording {
        pack.lexicon.wording(of: reading.wordsBesideTexts, by: reading.deed == .ends ? .powering : .consenting)
    }

    /// False where the words of a request do not ask for a deed that needs a word for it.
    func isSaid(_ reading: Reading) -> Bool {
        switch reading.deed {
        case .removes: wording(of: reading) == .said
        case .ends, .consents:
            !isLike(reading) || said(reading) == .said && !pack.lexicon.beginsWithThing(reading.utterance.words)
        default: true
        }
    }

    /// What the words of a request that would take something away say about that.
    func wording(of reading: Reading) -> DeedWording { pack.lexicon.removalWording(of: reading.wordsBesideTexts) }

    /// True where the user wants something to stay that would else be taken away.
    func isKept(_ utterance: Utterance, _ applications: ApplicationIndex) -> Bool {
        guard let reading = readLoosely(utterance, applications).reading else { return false }
        return reading.deed == .removes ? wording(of: reading) == .refused : isLeft(reading, utterance)
    }

    /// True where something is to stay as it is, and the request only comes near to another one: "keep your voice" sets none, and
    /// "keep the pasta timer" resumes none.
    private func isLeft(_ reading: Reading, _ utterance: Utterance) -> Bool {
        (reading.deed == .configures || reading.intent == "timer.resume") && reading.score < Self.nearlySameScore
            && pack.lexicon.isKeeping(utterance.words)
    }

    /// Players whose names are words of the language, too, or that no desktop entry tells of.
    private static let programNames: Set<String> = [
        "strawberry", "clementine", "audacious", "celluloid", "rhythmbox", "lollypop", "spotify", "kodi", "totem",
        "cmus", "mpd", "mpv", "vlc", "mplayer", "moc", "musikcube", "ncspot", "spotifyd", "smplayer", "haruna", "elisa",
        "amberol", "quodlibet",
    ]

    /// What names a program is about that program: nothing else is done to the computer's sound instead.
    private func ofProgram(
        _ found: Interpretation, _ utterance: Utterance, _ applications: ApplicationIndex
    ) -> Interpretation {
        guard var reading = found.reading else { return found }
        // "Stop cmus" sounds like talk, were it not a player.
        if case .doubtful = found, reading.intent?.hasPrefix("media.") ?? false,
            case .application(let name)? = reading.slots["player"], Self.programNames.contains(name.lowercased())
        {
            return .certain(reading)
        }
        func isName(_ word: String) -> Bool { pack.isUnknown(word) || Self.programNames.contains(word) }
        guard let other = catalogue.programIntent(of: reading.intent),
            let (skill, deed, answer) = catalogue.intent(named: other)
        else {
            // The name alone leaves no doubt: nothing else is called so.
            let isNamed = reading.texts.contains { Utterance($0).words.contains(where: isName) }
            if isNamed, catalogue.isProgramIntent(reading.intent), case .doubtful = found { return .certain(reading) }
            return found
        }
        // Only where a name stands in the examples: "to a quarter" and "as possible" name nothing.
        let example = pack.matcher.nearest(for: pack.rewritten(utterance), applications: applications, of: [other])
        var name = ""
        if let example, example.score >= Self.doubtfulScore {
            switch example.slots["app"] {
            case .text(let text), .application(let text): name = text
            default: break
            }
        } else if utterance.words.count == 2 {
            name = utterance.words[1]
        }
        let words = Utterance(name).words
        guard !words.isEmpty, words.allSatisfy(isName), Set(words).isDisjoint(with: ["volume", "sound", "music"]) else {
            return found
        }
        reading.slots["app"] = .application(name)
        return .certain(
            Reading(
                skill: skill, intent: other, answer: answer, slots: reading.slots, utterance: reading.utterance,
                score: reading.score, deed: deed))
    }

    /// The whole of what was said, in the very words of an intent that takes no others. A part of a request never counts.
    private func exact(_ utterance: Utterance) -> Reading? {
        guard estimateUse == .meaning, let intent = pack.exactWordings.intent(saidBy: utterance),
            let (skill, deed, answer) = catalogue.intent(named: intent)
        else { return nil }
        return Reading(
            skill: skill, intent: intent, answer: answer, slots: [:], utterance: utterance, score: 1, deed: deed)
    }

    private func readLoosely(_ utterance: Utterance, _ applications: ApplicationIndex) -> Interpretation {
        if pack.lexicon.isWithdrawn(utterance.words) { return .unknown(nearest: nil) }
        let estimate = self.estimate(of: utterance, applications)
        let whole = readClause(utterance, applications, estimate)
        if case .certain = whole { return whole }
        // Who says what is not to be done asks for nothing beside.
        if pack.lexicon.isNegated(utterance.words) {
            return estimate.flatMap { estimated($0, whole, [utterance], applications) } ?? whole
        }
        // "I've got an early flight, wake me at four": one of its clauses may be the request.
        let clauses = utterance.clauses.filter { $0.words.count > 1 }
        var best = whole
        for clause in clauses {
            let own = self.estimate(of: clause, applications)
            let found = readClause(clause, applications, own).scaled(by: Self.clauseShare)
            if found.score > best.score { best = found }
        }
        return estimate.flatMap { estimated($0, best, [utterance] + clauses, applications) } ?? best
    }

    private func readClause(
        _ utterance: Utterance, _ applications: ApplicationIndex, _ estimate: IntentEstimate?
    ) -> Interpretation {
        var found = pattern(utterance, applications)
        // "Stop hitting your brother" is about no player.
        if let reading = found?.reading, reading.intent == "media.stop", !reading.freeName.isEmpty,
            found?.freeNames != 0,
            !Self.programNames.contains(reading.freeName.lowercased())
        {
            found = nil
        }
        // A name that is not an application fits everything: "open your mouth".
        if let found, found.freeNames == 0 { return .certain(found.reading) }
        let rewritten = pack.rewritten(utterance)
        if rewritten.words != utterance.words, let again = pattern(rewritten, applications), again.freeNames == 0 {
            return .certain(again.reading)
        }
        let example = example(rewritten, applications, estimate)
        // "Turn cmus down" turns down cmus or nothing: an example that leaves the name out says something else.
        if let found, case let name = found.reading.freeName, !name.isEmpty, !isTalk(estimate),
            Utterance(name).words.contains(where: pack.isUnknown),
            example.reading.map({ $0.intent == found.reading.intent || drops(name, $0) })
                ?? isOfSameSkill(found.reading, estimate)
        {
            return .certain(found.reading)
        }
        if let found, example.score < Self.doubtfulScore {
            // "Open a new list named garden" opens no program.
            let isOther = found.reading.intent.map { isUnlikely($0, estimate) } ?? false
            // Without an intent there is nothing to ask about: "close your eyes" opens no program.
            if isTalk(estimate), found.reading.intent == nil { return example }
            return isTalk(estimate) || isOther ? .doubtful(found.reading) : .certain(found.reading)
        }
        return example
    }

    /// True where an intent has no use for a word of a name that nothing else has either.
    private func drops(_ name: String, _ other: Reading) -> Bool {
        let taken = Set(other.texts.flatMap { Utterance($0).words })
        return Utterance(name).words.contains { !taken.contains($0) && pack.isUnknown($0) }
    }

    /// True where the estimate takes a name for nothing, and would have the same skill do something without it.
    private func isOfSameSkill(_ found: Reading, _ estimate: IntentEstimate?) -> Bool {
        let best = estimate?.best?.intents.first.flatMap { catalogue.intent(named: $0) }
        return best?.skill.id == found.skill.id
    }

    private func pattern(
        _ utterance: Utterance, _ applications: ApplicationIndex
    ) -> (reading: Reading, freeNames: Int)? {
        guard let (entry, match) = catalogue.find(utterance, applications: applications) else { return nil }
        let reading = Reading(
            skill: entry.skill, intent: entry.name, answer: entry.answer, slots: match.slots, utterance: utterance,
            score: 1, deed: entry.deed)
        return (reading, reading.freeNames(among: applications))
    }

    private func example(
        _ utterance: Utterance, _ applications: ApplicationIndex, _ estimate: IntentEstimate?
    ) -> Interpretation {
        let candidates = pack.matcher.candidates(
            for: utterance, applications: applications, among: estimate?.likely)
        guard let best = candidates.first else { return .unknown(nearest: nil) }
        // What comes near to words that must be exact is nothing else either.
        if catalogue.clarity(of: best.intent) == .exact { return .unknown(nearest: nil) }
        guard let (skill, deed, answer) = catalogue.intent(named: best.intent), best.score >= Self.doubtfulScore else {
            return .unknown(nearest: best)
        }
        let reading = Reading(
            skill: skill, intent: best.intent, answer: answer, slots: best.slots, utterance: utterance,
            score: best.score, deed: deed)
        guard best.score >= Self.nearlySameScore || catalogue.names(utterance.words, whatIsMeantBy: best.intent) else {
            return .unknown(nearest: nil)
        }
        let second = candidates.dropFirst().first?.score ?? 0
        // Asking about what people say to each other is worse than missing what they want.
        if isTalk(estimate), best.score < Self.sameScore, isUnlikely(best.intent, estimate) {
            return .unknown(nearest: best)
        }
        let isClear =
            best.score >= Self.sameScore
            || best.score - second >= Self.margin && !isUnlikely(best.intent, estimate)
        return best.score >= Self.certainScore && isClear ? .certain(reading) : .doubtful(reading)
    }
}
