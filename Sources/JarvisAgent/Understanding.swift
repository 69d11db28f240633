// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets the words of a request: by patterns first, then by the same patterns with synonyms, then by the nearest
// example. Pure: the caller passes the list of applications.

import JarvisUnderstanding

/// The result of interpreting a request.
enum Interpretation: Sendable {
    /// The request is clear.
    case certain(Reading)
    /// The request may have meant this; JARVIS asks about it.
    case doubtful(Reading)
    /// No skill handles the request; `nearest` came closest.
    case unknown(nearest: IntentCandidate?)

    /// How closely the request matches the interpretation, 0…1.
    var score: Float {
        switch self {
        case .certain(let reading), .doubtful(let reading): reading.score
        case .unknown(let nearest): nearest?.score ?? 0
        }
    }

    /// The reading, certain or doubtful; nil for an unknown request.
    var reading: Reading? {
        switch self {
        case .certain(let reading), .doubtful(let reading): reading
        case .unknown: nil
        }
    }

    /// A copy with a lower score, which may turn a certain reading into a doubtful or an unknown one.
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

/// A request in the form that a skill handles.
struct Reading: Sendable {
    var skill: any Skill
    /// The intent's name in the language files; nil if only a pattern identifies it.
    var intent: String?
    var answer: SkillIntent.Handler
    var slots: [String: SlotValue]
    /// The request in the words that matched.
    var utterance: Utterance
    /// 1 for a pattern, less for an example that is merely similar.
    var score: Float
    /// The words of each slot in `utterance`.
    var ranges: [String: Range<Int>] = [:]
    /// The identity of the thing that "it" refers to in the request.
    var subject: String?
    /// The estimate agrees, but the action still needs confirmation.
    var isAgreed = false
    /// Only a word of the request settles it, such as "news", or a likelihood that is not high: a language model may have
    /// been meant.
    var isByWord = false
    /// The kind of effect that the request has on the user's things.
    var deed: DeedKind

    /// True if the answer changes nothing.
    var onlyTells: Bool { deed.isHarmless }

    /// The text that it interprets as the name of a program; empty if there is none.
    var freeName: String {
        // Sort by key, because the order of a dictionary differs from one run to the next.
        let names = slots.sorted { $0.key < $1.key }.compactMap { slot in
            if case .application(let name) = slot.value { name } else { String?.none }
        }
        return names.first ?? ""
    }

    /// The number of slots for program names whose text names no installed application.
    func freeNames(among applications: ApplicationIndex) -> Int {
        let free = slots.values.filter { value in
            if case .application(let name) = value { !applications.isKnown(name.lowercased()) } else { false }
        }
        return free.count
    }
}

/// Interprets requests.
struct Understanding: Sendable {
    /// The minimum score at which an example counts as meant. `scripts/bench understanding` measures the cost: a lower
    /// value acts on ordinary talk, a higher one asks about requests.
    static let certainScore: Float = 0.8
    /// The minimum score at which JARVIS asks whether an example was meant.
    static let doubtfulScore: Float = 0.68
    /// The minimum score at which the request counts as the exact wording of an example.
    static let sameScore: Float = 0.97
    /// The minimum score at which the request differs from an example only in function words.
    static let nearlySameScore: Float = 0.9
    /// The factor for the score of one clause among others. It is below `certainScore`, so JARVIS asks about such a
    /// clause and never acts on it.
    static let clauseShare: Float = 0.79
    /// The minimum distance between the scores of two intents for the better one to be certain.
    static let margin: Float = 0.03

    let catalogue: SkillCatalogue
    let pack: LanguagePack

    /// How far to trust the estimate.
    enum EstimateUse {
        /// It decides what is meant and what isn't.
        case meaning
        /// It only selects the examples worth comparing.
        case comparison
        case nothing
    }

    private(set) var estimateUse = EstimateUse.meaning

    /// A copy that trusts the estimate less, for parts of requests, which mean little by themselves.
    func using(_ use: EstimateUse) -> Understanding {
        var understanding = self
        understanding.estimateUse = use
        return understanding
    }

    func read(_ utterance: Utterance, applications: ApplicationIndex) -> Interpretation {
        if let exact = exact(utterance) { return .certain(exact) }
        let found = ofProgram(readLoosely(utterance, applications), utterance, applications)
        // Don't offer on a guess to end or delete something.
        if case .doubtful(let reading) = found, catalogue.clarity(of: reading.intent) != .usual, !reading.isAgreed {
            return .unknown(nearest: nil)
        }
        guard let reading = found.reading else { return found }
        let isUnasked =
            isReported(reading, utterance) || isLeft(reading, utterance) || isOnlyNamed(reading, in: utterance)
            || isCircumstance(reading, of: utterance, applications) || isOfOthers(reading)
            || isTooShort(found, reading, utterance) || isFigure(reading, utterance)
            || isOfOtherDeed(reading, in: utterance)
        if isUnasked { return .unknown(nearest: nil) }
        // Part of a request may leave over words that belong to another part.
        guard estimateUse == .meaning, case .certain(let reading) = found else { return found }
        return .certain(settled(reading, in: utterance))
    }

    /// True if words that resemble a cry for help are a figure of speech: "drowning in emails".
    private func isFigure(_ reading: Reading, _ utterance: Utterance) -> Bool {
        reading.skill.answersInDoubt && isLike(reading) && pack.lexicon.isFigurative(utterance.words)
    }

    /// True if the user only mentions it: "I set an alarm for six", "my phone has an alarm at seven".
    private func isReported(_ reading: Reading, _ utterance: Utterance) -> Bool {
        !reading.deed.isHarmless
            && (pack.lexicon.tellsOfPast(utterance.words) || pack.lexicon.isStatement(reading.utterance.words)
                || pack.lexicon.wonders(utterance.words)
                || isNarrated(utterance)
                    && !(reading.deed == .removes && pack.lexicon.ordersItsRemoval(utterance.words)))
    }

    /// True if a short phrase resembles a change but contains a word that doesn't belong to it, such as "quieter days".
    private func isOfOthers(_ reading: Reading) -> Bool {
        guard reading.deed == .changes, isLike(reading), reading.slots.isEmpty, let intent = reading.intent,
            reading.utterance.words.count <= Self.shortPhrase
        else { return false }
        let words = reading.utterance.words
        let others = words.count { !pack.belongs($0, to: intent) }
        if words.count <= Self.fewWords { return others > 0 }
        // In "quieter days are coming", one word belongs to it and two don't.
        let own = words.count { !pack.lexicon.isLight($0) && pack.belongs($0, to: intent) }
        return reading.score < Self.doubtfulScore && own > 0 && others > 1 && others > own
    }

    /// True if one word merely resembles a change, such as "hide", or two leave doubt about it, such as "start over"; and if
    /// a few words only resemble an order to lock or turn off the computer, such as "locked".
    private func isTooShort(_ found: Interpretation, _ reading: Reading, _ utterance: Utterance) -> Bool {
        if reading.deed == .ends, !catalogue.names(utterance.words, whatIsMeantBy: reading.intent),
            pack.lexicon.isVagueOrder(utterance.words)
        {
            return true
        }
        guard !reading.deed.isHarmless, isLike(reading) else { return false }
        if case .doubtful = found { return utterance.words.count <= 2 }
        return utterance.words.count == 1 && reading.score < Self.sameScore
    }

    /// The number of words up to which a phrase is so short that each word counts.
    private static let fewWords = 3
    /// The number of words up to which most must belong to a change.
    private static let shortPhrase = 5

    /// True if the utterance narrates an event and asks for nothing afterwards.
    private func isNarrated(_ utterance: Utterance) -> Bool {
        let clauses = utterance.clauses
        let first = clauses.first ?? utterance
        return pack.lexicon.isNarrated(first.words, isName: pack.isUnknown)
            && !clauses.dropFirst().contains { pack.lexicon.opensRequest($0.words) }
    }

    /// True if the object occurs only in a clause of time or place: "turn off the lamp before the alarm" cancels no
    /// alarm.
    private func isCircumstance(
        _ reading: Reading, of utterance: Utterance, _ applications: ApplicationIndex
    ) -> Bool {
        guard reading.deed == .removes || reading.deed == .ends,
            let rest = pack.lexicon.besideCircumstance(utterance.words)
        else { return false }
        let other = readLoosely(utterance.part(rest), applications).reading
        return other?.skill.id != reading.skill.id || other?.deed != reading.deed
    }

    /// True if the words mention something or ask about it but don't request it: "keep the reminder to call mum", "who
    /// shut down the computer", "is there an undo".
    private func isOnlyNamed(_ reading: Reading, in utterance: Utterance) -> Bool {
        switch reading.deed {
        case .adds: isTimed(reading) && pack.lexicon.ordersChange(utterance.words)
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

    /// True for a timer, an alarm or a reminder.
    private func isTimed(_ reading: Reading) -> Bool {
        ["timer", "alarm", "reminder"].contains(LastTurn.topic(of: reading.intent))
    }

    /// True if the whole sentence has a verb for the deed but doesn't order it: "maybe I'll lock the screen". The
    /// reading may cover only a part of the sentence, or a version with synonyms.
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

    /// True if the words name what the intent needs to be about.
    func names(_ words: [String], _ intent: String) -> Bool {
        catalogue.names(words, whatIsMeantBy: intent) && pack.lexicon.isNamed(intent, in: words)
    }

    /// True if the reading only resembles an example and matches no pattern.
    private func isLike(_ reading: Reading) -> Bool { reading.score < 1 }

    /// Whether the words ask for the end or the consent, refuse it, or don't mention it.
    private func said(_ reading: Reading) -> DeedWording {
        pack.lexicon.wording(of: reading.wordsBesideTexts, by: reading.deed == .ends ? .powering : .consenting)
    }

    /// False if the deed needs a word that asks for it and the request has none.
    func isSaid(_ reading: Reading) -> Bool {
        switch reading.deed {
        case .removes: wording(of: reading) == .said
        case .ends, .consents:
            !isLike(reading) || said(reading) == .said && !pack.lexicon.beginsWithThing(reading.utterance.words)
        default: true
        }
    }

    /// Whether the words ask for a removal, refuse it, or don't mention it.
    func wording(of reading: Reading) -> DeedWording { pack.lexicon.removalWording(of: reading.wordsBesideTexts) }

    /// True if the user wants to keep something that the request would otherwise remove.
    func isKept(_ utterance: Utterance, _ applications: ApplicationIndex) -> Bool {
        guard let reading = readLoosely(utterance, applications).reading else { return false }
        return reading.deed == .removes ? wording(of: reading) == .refused : isLeft(reading, utterance)
    }

    /// True if the user wants something left as it is and the request only resembles a change: "keep your voice" sets
    /// none, and "keep the pasta timer" resumes none.
    private func isLeft(_ reading: Reading, _ utterance: Utterance) -> Bool {
        (reading.deed == .configures || reading.intent == "timer.resume") && reading.score < Self.nearlySameScore
            && pack.lexicon.isKeeping(utterance.words)
    }

    /// Players whose names are also words of the language, or that have no desktop entry.
    private static let programNames: Set<String> = [
        "strawberry", "clementine", "audacious", "celluloid", "rhythmbox", "lollypop", "spotify", "kodi", "totem",
        "cmus", "mpd", "mpv", "vlc", "mplayer", "moc", "musikcube", "ncspot", "spotifyd", "smplayer", "haruna", "elisa",
        "amberol", "quodlibet",
    ]

    /// True if a word is the name of a player.
    func namesProgram(_ words: [String]) -> Bool { words.contains(where: Self.programNames.contains) }

    /// Directs a request that names a program to that program, instead of to the system sound.
    private func ofProgram(
        _ found: Interpretation, _ utterance: Utterance, _ applications: ApplicationIndex
    ) -> Interpretation {
        guard var reading = found.reading ?? besidePlayer(utterance, applications) else { return found }
        // "Stop cmus" would sound like talk if cmus weren't a player.
        if case .doubtful = found, reading.intent?.hasPrefix("media.") ?? false,
            case .application(let name)? = reading.slots["player"], Self.programNames.contains(name.lowercased())
        {
            return .certain(reading)
        }
        func isName(_ word: String) -> Bool { pack.isUnknown(word) || Self.programNames.contains(word) }
        guard let other = catalogue.programIntent(of: reading.intent),
            let (skill, deed, answer) = catalogue.intent(named: other)
        else {
            // The unknown name alone settles it: nothing else has such a name.
            let isNamed = reading.texts.contains { Utterance($0).words.contains(where: isName) }
            if isNamed, catalogue.isProgramIntent(reading.intent), case .doubtful = found { return .certain(reading) }
            return found
        }
        // Accept a name only in the place where the examples have one: "to a quarter" and "as possible" name nothing.
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
        if name.isEmpty { name = utterance.words.first(where: Self.programNames.contains) ?? "" }
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

    /// The reading of a verb and a player's name, as if the name were "it": "lower cmus". Nil if that changes no program.
    private func besidePlayer(_ utterance: Utterance, _ applications: ApplicationIndex) -> Reading? {
        guard utterance.words.count == 2, Self.programNames.contains(utterance.words[1]),
            case .certain(let reading) = readLoosely(Utterance("\(utterance.words[0]) it"), applications),
            catalogue.programIntent(of: reading.intent) != nil
        else { return nil }
        return reading
    }

    /// The intent whose exact wording is the whole utterance; nil if there is none. A part of a request never counts.
    private func exact(_ utterance: Utterance) -> Reading? {
        guard estimateUse == .meaning else { return nil }
        let text = SaidText(utterance.text)
        guard let intent = pack.exactWordings.intent(saidBy: text) ?? pack.wholeWordings.intent(saidBy: text),
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
        // A negated request asks for nothing else.
        if pack.lexicon.isNegated(utterance.words) {
            return estimate.flatMap { estimated($0, whole, [utterance], applications) } ?? whole
        }
        // In "I've got an early flight, wake me at four", only one clause is the request.
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
        // "Stop hitting your brother" is not about a player.
        if let reading = found?.reading, reading.intent == "media.stop", !reading.freeName.isEmpty,
            found?.freeNames != 0,
            !Self.programNames.contains(reading.freeName.lowercased())
        {
            found = nil
        }
        // A slot for any name matches everything: "open your mouth".
        func isMeant(_ match: (reading: Reading, freeNames: Int)) -> Bool {
            match.freeNames == 0 && !isOverruled(match.reading, estimate)
        }
        if let found, isMeant(found) { return .certain(found.reading) }
        let rewritten = pack.rewritten(utterance)
        if rewritten.words != utterance.words, let again = pattern(rewritten, applications), isMeant(again) {
            return .certain(again.reading)
        }
        // "Five more minutes" is a length and "more".
        let whole = rewritten.withAddedDurationsWhole()
        if whole.words != rewritten.words, let again = pattern(whole, applications), isMeant(again) {
            return .certain(again.reading)
        }
        let example = example(rewritten, applications, estimate)
        // "Turn cmus down" is about cmus or nothing: an example without the name means something else.
        if let found, case let name = found.reading.freeName, !name.isEmpty, !isTalk(estimate),
            Utterance(name).words.contains(where: pack.isUnknown),
            example.reading.map({ $0.intent == found.reading.intent || drops(name, $0) })
                ?? isOfSameSkill(found.reading, estimate)
        {
            return .certain(found.reading)
        }
        if let found, example.score < Self.doubtfulScore {
            // "Open a new list named garden" opens no application.
            let isOther = found.reading.intent.map { isUnlikely($0, estimate) } ?? false
            // A pattern without an intent gives JARVIS nothing to ask about: "close your eyes" opens no application.
            if isTalk(estimate), found.reading.intent == nil { return example }
            return isTalk(estimate) || isOther ? .doubtful(found.reading) : .certain(found.reading)
        }
        return example
    }

    /// True if the other reading leaves out a word of the name that is unknown elsewhere.
    private func drops(_ name: String, _ other: Reading) -> Bool {
        let taken = Set(other.texts.flatMap { Utterance($0).words })
        return Utterance(name).words.contains { !taken.contains($0) && pack.isUnknown($0) }
    }

    /// True if the estimate's best intent belongs to the same skill.
    private func isOfSameSkill(_ found: Reading, _ estimate: IntentEstimate?) -> Bool {
        let best = estimate?.best?.intents.first.flatMap { catalogue.intent(named: $0) }
        return best?.skill.id == found.skill.id
    }

    private func pattern(
        _ utterance: Utterance, _ applications: ApplicationIndex
    ) -> (reading: Reading, freeNames: Int)? {
        guard
            let (entry, match) = catalogue.find(
                utterance, applications: applications, freeTexts: pack.lexicon.freeTexts)
        else { return nil }
        let reading = Reading(
            skill: entry.skill, intent: entry.name, answer: entry.answer, slots: match.slots, utterance: utterance,
            score: 1, ranges: match.ranges, deed: entry.deed)
        return (reading, reading.freeNames(among: applications))
    }

    private func example(
        _ utterance: Utterance, _ applications: ApplicationIndex, _ estimate: IntentEstimate?
    ) -> Interpretation {
        let candidates = pack.matcher.candidates(
            for: utterance, applications: applications, among: estimate?.likely)
        guard let best = candidates.first else { return .unknown(nearest: nil) }
        // Words that only resemble an exact wording mean nothing else, either.
        if catalogue.clarity(of: best.intent) == .exact { return .unknown(nearest: nil) }
        guard let (skill, deed, answer) = catalogue.intent(named: best.intent), best.score >= Self.doubtfulScore else {
            return .unknown(nearest: best)
        }
        let reading = Reading(
            skill: skill, intent: best.intent, answer: answer, slots: best.slots, utterance: utterance,
            score: best.score, ranges: best.ranges, deed: deed)
        guard best.score >= Self.nearlySameScore || names(utterance.words, best.intent) else {
            return .unknown(nearest: nil)
        }
        let second = candidates.dropFirst().first?.score ?? 0
        // It is worse to ask about talk among people than to miss a request.
        if isTalk(estimate), best.score < Self.sameScore, isUnlikely(best.intent, estimate) {
            return .unknown(nearest: best)
        }
        let isClear =
            best.score >= Self.sameScore
            || best.score - second >= Self.margin && !isUnlikely(best.intent, estimate)
        return best.score >= Self.certainScore && isClear ? .certain(reading) : .doubtful(reading)
    }
}
