// SPDX-License-Identifier: GPL-3.0-or-later
// Interprets an utterance in relation to the previous request: as a correction, an addition or a repetition. It builds
// candidate requests and interprets them like any other. Pure.

import JarvisCore
import JarvisUnderstanding

/// Interprets follow-ups to the last turn.
struct FollowUpReader {
    /// The topic in which a follow-up may continue with the last result.
    private static let calculation = "math"
    /// The minimum score at which an utterance with free text counts as the wording of an example.
    private static let pointingScore: Float = 0.9
    /// The maximum number of words for the name of another place or thing.
    private static let longestName = 3

    let understanding: Understanding
    let last: LastTurn
    let applications: ApplicationIndex

    private var lexicon: Lexicon { understanding.pack.lexicon }

    /// Interprets the utterance as a correction: "no, at seven"; nil if it isn't one.
    func correction(_ utterance: Utterance) -> FollowUpReading? {
        if lexicon.phrases(.other).isWhole(utterance.words) { return nil }
        // "Hold on to the alarm" begins like "hold on, make it ten" and means the opposite of a change.
        let words = utterance.words[...]
        if lexicon.phrases(.keeping).length(at: words) > lexicon.phrases(.correction).length(at: words) { return nil }
        let phrase = correcting(utterance)
        // "Fifty, not fifteen" needs no introduction to be a correction.
        if phrase.kind == .bare, utterance.words.count <= 8,
            !["not", "instead", "rather"].allSatisfy({ !utterance.words.contains($0) }),
            let reading = revised(by: phrase.rest), reading.texts.isEmpty || isAboutWhatWasSaid(utterance)
        {
            return .revised(reading, replaces: true)
        }
        if last.amendment != nil, utterance.words.first == "not", let said = utterance.clauses.last, isValue(said) {
            return .amended(said)
        }
        guard phrase.kind == .correction, !phrase.rest.words.isEmpty, !lexicon.isNegated(utterance.words)
        else { return nil }
        // "Make that twenty minutes" is about the reminder, even though "twenty minutes" could be a timer.
        if isValue(phrase.rest) {
            if last.amendment != nil, last.answered != nil || last.isAmended { return .amended(phrase.rest) }
            if let reading = revised(by: phrase.rest) { return .revised(reading, replaces: true) }
            if last.amendment != nil { return .amended(phrase.rest) }
        }
        if case .certain(let reading) = understanding.read(Utterance(phrase.rest.plain), applications: applications) {
            return .revised(reading, replaces: isSame(reading) && differs(reading))
        }
        if last.answered != nil { return .answeredAgain(phrase.rest) }
        if let reading = revised(by: phrase.rest) { return .revised(reading, replaces: true) }
        return (short(utterance) ?? short(phrase.rest)).map { .revised($0, replaces: false) }
    }

    /// The utterance as a phrase, where a preferred value counts as a correction.
    private func correcting(_ utterance: Utterance) -> FollowUpPhrase {
        let phrase = FollowUpPhrase(utterance, lexicon: lexicon)
        guard phrase.kind != .addition, let preferred = PreferredValue.part(of: phrase.rest), isValue(preferred) else {
            return phrase
        }
        return FollowUpPhrase(correctingTo: preferred)
    }

    /// True if it rejects words of the previous request: "bread, not milk". "She is not the client" is talk.
    private func isAboutWhatWasSaid(_ utterance: Utterance) -> Bool {
        guard let place = utterance.words.lastIndex(of: "not") else { return utterance.words.count <= 4 }
        let refused = utterance.words[(place + 1)...].filter { $0 != "the" && $0 != "a" }
        let said = Utterance(last.text).words
        return !refused.isEmpty && refused.allSatisfy(said.contains)
    }

    /// Interprets the utterance as an addition to the last request, for use when it has no certain meaning of its own;
    /// nil if it isn't one.
    func addition(_ utterance: Utterance) -> FollowUpReading? {
        if let reading = undoing(utterance) { return .revised(reading, replaces: false) }
        // A "yes" without an open question is not the text of another note.
        guard utterance.words.count <= 14, !lexicon.isNegated(utterance.words), !lexicon.isAgreement(utterance.words)
        else { return nil }
        let phrase = FollowUpPhrase(utterance, lexicon: lexicon)
        if lexicon.phrases(.other).isWhole(utterance.words) { return .other }
        if let reading = short(utterance) ?? short(phrase.rest) { return .revised(reading, replaces: false) }
        if lexicon.phrases(.again).isWhole(utterance.words) { return .again }
        // "On weekdays", "in the evening": only a time.
        if phrase.kind == .bare, last.amendment != nil, isWhen(phrase.rest) { return .amended(phrase.rest) }
        guard !phrase.rest.words.isEmpty else { return nil }
        // Trust a pattern; words that merely resemble an example are more likely about the last request.
        var own: Reading?
        if phrase.kind != .bare,
            case .certain(let reading) = understanding.read(Utterance(phrase.rest.plain), applications: applications)
        {
            own = reading
        }
        if let own, own.score == 1 { return .revised(own, replaces: false) }
        if let reading = calculated(utterance) ?? calculated(phrase.rest) { return .revised(reading, replaces: false) }
        // Without a word like "and", accept only requests that change nothing. What doesn't answer an open question is
        // no other text for the request that asked it.
        guard phrase.kind == .addition || last.skill.onlyTells && !last.isOpen else { return nil }
        let added = revised(by: phrase.rest, adds: true) ?? own ?? likeLast(with: phrase)
        return added.map { .revised($0, replaces: false) }
    }

    /// True if it opens like an additional request.
    func isAddition(_ utterance: Utterance) -> Bool {
        FollowUpPhrase(utterance, lexicon: lexicon).kind == .addition
    }

    /// Interprets an utterance that can only refer to the last turn, in the exact words of an example: "turn it off",
    /// "louder", "half an hour later".
    func pointed(_ utterance: Utterance) -> FollowUpReading? {
        if last.amendment != nil, ShiftPhrase.shift(of: utterance.words) != nil { return .amended(utterance) }
        // "Not that one" does not name an item to remove from a list.
        if lexicon.phrases(.other).isWhole(utterance.words) { return .other }
        let points = points(utterance)
        // "Make that two o'clock" gives nothing a new name.
        if points, last.amendment != nil, case let phrase = correcting(utterance), phrase.kind == .correction,
            isValue(phrase.rest), let corrected = correction(utterance)
        {
            return corrected
        }
        if lexicon.phrases(.again).isWhole(utterance.words), last.skill.drawsAnew { return .again }
        guard points || FollowUpPhrase(utterance, lexicon: lexicon).kind == .bare,
            let reading = short(utterance), points || reading.texts.isEmpty,
            reading.score >= (reading.texts.isEmpty ? Understanding.sameScore : Self.pointingScore)
        else { return nil }
        return .revised(reading, replaces: false)
    }

    /// Interprets a request that goes on with the last one and leaves out what that named: "and add soda" after
    /// "take the milk off my shopping list".
    func continuation(_ utterance: Utterance) -> Reading? {
        guard let reading = short(utterance), reading.score >= Self.pointingScore, reading.subject == nil else {
            return nil
        }
        let isCompleted = reading.slots.contains { slot in
            slot.value.isText && reading.ranges[slot.key] == nil && last.slots[slot.key] == slot.value
        }
        return isCompleted && !reading.ranges.isEmpty ? reading : nil
    }

    private func points(_ utterance: Utterance) -> Bool {
        lexicon.phrases(.pointing).place(in: utterance.words) != nil
    }

    /// True for "call the dentist about that", where "call" is not about a name for "that".
    private func callsAnother(_ utterance: Utterance) -> Bool {
        guard let place = utterance.words.firstIndex(of: "call") else { return false }
        return lexicon.phrases(.pointing).length(at: utterance.words[(place + 1)...]) == 0
    }

    /// True if a word such as "it" in the reading can be replaced by something from the last turn.
    func isResolved(_ reading: Reading) -> Bool { resolved(reading).slots != reading.slots }

    /// True if the utterance is only a time, a length, a number or a shift.
    private func isValue(_ utterance: Utterance) -> Bool {
        let words = utterance.words
        return WhenPhrase.moment(of: words) != nil || SchedulePhrase.schedule(of: words) != nil
            || NumberWords.value(of: words) != nil || ShiftPhrase.shift(of: words) != nil
    }

    private func isWhen(_ utterance: Utterance) -> Bool {
        if SchedulePhrase.schedule(of: utterance.words) != nil { return true }
        if case .at? = WhenPhrase.moment(of: utterance.words) { return true }
        return false
    }

    // MARK: Ways to read it

    /// The undo request at the end of the utterance: "that was a mistake, undo it".
    private func undoing(_ utterance: Utterance) -> Reading? {
        guard let clause = utterance.clauses.last, clause.words.count > 1,
            case .certain(let reading) = understanding.read(Utterance(clause.plain), applications: applications),
            reading.intent == UndoSkill.intent
        else { return nil }
        return reading
    }

    /// Interprets the utterance by the examples of short requests on the same topic.
    private func short(_ utterance: Utterance) -> Reading? {
        // A value alone says nothing about what to do with it.
        guard WhenPhrase.moment(of: utterance.words) == nil else { return nil }
        var tries = [utterance]
        // "Give it another five": the unit must be minutes.
        let end = utterance.words.suffix(2)
        if end.count == 2, let opening = end.first, ["add", "another", "more"].contains(opening), let word = end.last,
            word != "one", isAboutLengths, NumberWords.value(of: [word]) != nil
        {
            tries.append(Utterance(utterance.plain + " minutes"))
        }
        // "A pasta one for nine"
        if let word = end.last, end.first == "for", isAboutLengths, NumberWords.value(of: [word]) != nil {
            tries.append(Utterance(utterance.plain + " minutes"))
        }
        if utterance.words.contains("more") {
            tries.append(Utterance(utterance.words.filter { $0 != "more" }.joined(separator: " ")))
        }
        // "Skip tomorrow's"
        if let last = utterance.words.last, last.hasSuffix("'s") {
            tries.append(Utterance(utterance.plain.dropLast(2).description))
        }
        for utterance in tries {
            let rewritten = understanding.pack.rewritten(utterance)
            let matcher = understanding.pack.followUpMatcher
            var best = matcher.candidates(for: rewritten, applications: applications, limit: 12)
                .first { LastTurn.topic(of: $0.intent) == last.topic }
            // "I don't need it anymore" is negated, yet some examples are, too.
            if lexicon.isNegated(rewritten.words) {
                best = matcher.nearest(for: rewritten, applications: applications, of: matcher.negated(of: last.topic))
                    .flatMap { $0.score >= Understanding.sameScore ? $0 : nil }
            }
            // "Call the alarm company" renames nothing.
            if best?.intent.hasSuffix(".rename") == true, !points(utterance) || callsAnother(utterance) { continue }
            guard let best, best.score >= Understanding.certainScore,
                let (skill, deed, answer) = understanding.catalogue.intent(named: best.intent)
            else { continue }
            if understanding.catalogue.clarity(of: best.intent) != .usual, !isPlain(utterance) { continue }
            let isPlural =
                !last.subjects.isEmpty
                && ["them", "those", "these", "all", "both"].contains(where: utterance.words.contains)
            // "Cancel the thursday one" names its own object.
            let isOwn = best.intent.hasSuffix(".cancel") && !best.slots.isEmpty
            let subject = isPlural || isOwn ? nil : last.subject
            let slots = isPlural || isOwn || subject != nil ? best.slots : kept(for: best)
            return resolved(
                Reading(
                    skill: skill, intent: best.intent, answer: answer, slots: slots, utterance: rewritten,
                    score: best.score, ranges: best.ranges, subject: subject, deed: deed))
        }
        return nil
    }

    /// A follow-up may delete something only if it says so: "delete it" does, "clear" and "is that clear" don't.
    private func isPlain(_ utterance: Utterance) -> Bool {
        let asks: Set<String> = ["is", "are", "was", "were", "do", "does", "did"]
        return utterance.words.count > 1 && !asks.contains(utterance.words[0]) && utterance.words != ["drop", "it"]
    }

    private var isAboutLengths: Bool { last.topic == "timer" || last.slots.values.contains(where: \.isDuration) }

    /// The slots of a short request, plus those of the last request that identify its object: "cancel it".
    private func kept(for candidate: IntentCandidate) -> [String: SlotValue] {
        let cancels = candidate.intent.hasSuffix(".cancel")
        return candidate.slots.merging(
            last.slots.filter { _, value in
                switch value {
                case .text: true
                case .time, .duration: cancels && candidate.slots.isEmpty
                default: false
                }
            }
        ) { own, _ in own }
    }

    /// A copy with "it" replaced by what it refers to: "what does it mean" – "how do you spell it".
    func resolved(_ reading: Reading) -> Reading {
        let named = last.slots.filter(\.value.isText)
        var reading = reading
        for (name, value) in reading.slots {
            guard case .text(let text) = value,
                ["it", "that", "this", "them", "these", "those"].contains(text.lowercased())
            else { continue }
            // Prefer the slot of the same name: after "put milk on my shopping list", "it" is the milk, not the list.
            let stoodFor = named[name] ?? named.min { $0.key < $1.key }?.value
            if let stoodFor { reading.slots[name] = stoodFor }
        }
        return reading
    }

    /// Interprets the utterance as a calculation that continues with the last result.
    private func calculated(_ utterance: Utterance) -> Reading? {
        guard let result = last.result else { return nil }
        for text in ResultReference.requests(utterance.words, result: result) {
            guard case .certain(let reading) = understanding.read(Utterance(text), applications: applications),
                reading.skill.onlyTells, LastTurn.topic(of: reading.intent) == Self.calculation
            else { continue }
            return reading
        }
        return nil
    }

    /// The last request with a part replaced by `change`.
    private func revised(by change: Utterance, adds: Bool = false) -> Reading? {
        var revision = RequestRevision(
            of: Utterance(last.text), slots: last.slots, by: change, lexicon: lexicon, applications: applications,
            keepsHeads: !last.skill.onlyTells, adds: adds)
        for candidate in revision.candidates() {
            guard let reading = certain(candidate.text), isSame(reading), differs(reading) else { continue }
            if candidate.keepsTexts, reading.texts != Reading.texts(of: last.slots) { continue }
            return reading
        }
        return nil
    }

    /// The last question with another name: "is it morning in Tokyo already" – "what about Denver". This applies to
    /// questions that were understood by the estimate and whose words alone are not a certain request.
    private func likeLast(with phrase: FollowUpPhrase) -> Reading? {
        let named = last.slots.filter(\.value.isText)
        guard phrase.kind == .addition, last.skill.onlyTells, phrase.rest.words.count <= Self.longestName,
            named.count == 1, let name = named.keys.first, certain(last.text) == nil
        else { return nil }
        var slots = last.slots
        slots[name] = .text(phrase.rest.plain)
        return Reading(
            skill: last.skill, intent: last.intent, answer: last.answer, slots: slots,
            utterance: Utterance(last.text), score: Understanding.certainScore, deed: last.deed)
    }

    private func certain(_ text: String) -> Reading? {
        let utterance = Utterance(text)
        if case .certain(let reading) = understanding.read(utterance, applications: applications) { return reading }
        return short(utterance)
    }

    /// True if the reading has the same skill or topic as the last turn.
    private func isSame(_ reading: Reading) -> Bool {
        reading.skill.id == last.skill.id || LastTurn.topic(of: reading.intent) == last.topic
    }

    private func differs(_ reading: Reading) -> Bool {
        reading.slots != last.slots || reading.intent != last.intent
            || reading.slots.isEmpty && reading.utterance.words != Utterance(last.text).words
    }
}
