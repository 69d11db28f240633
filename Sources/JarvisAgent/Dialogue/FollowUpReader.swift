// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is said after a request as something about that request: a correction, one thing more, the same again. It
// puts together requests that may have been meant and has them read like any other. Pure.

import JarvisCore
import JarvisUnderstanding

/// Reads follow-ups.
struct FollowUpReader {
    /// The subject that goes on with a number.
    private static let calculation = "math"

    let understanding: Understanding
    let last: LastTurn
    let applications: ApplicationIndex

    private var lexicon: Lexicon { understanding.pack.lexicon }

    /// What the request means as a correction, where it says that it is one: "no, at seven".
    func correction(_ utterance: Utterance) -> FollowUpReading? {
        if lexicon.phrases(.other).isWhole(utterance.words) { return nil }
        let phrase = FollowUpPhrase(utterance, lexicon: lexicon)
        // "Fifty, not fifteen" says by itself what it is.
        if phrase.kind == .bare, utterance.words.count <= 8,
            !["not", "instead", "rather"].allSatisfy({ !utterance.words.contains($0) }),
            let reading = revised(by: phrase.rest)
        {
            return .revised(reading, replaces: true)
        }
        guard phrase.kind == .correction, !phrase.rest.words.isEmpty, !lexicon.isNegated(utterance.words)
        else { return nil }
        if case .certain(let reading) = understanding.read(Utterance(phrase.rest.plain), applications: applications) {
            return .revised(reading, replaces: isSame(reading) && differs(reading))
        }
        if last.answered != nil { return .answeredAgain(phrase.rest) }
        if let reading = revised(by: phrase.rest) { return .revised(reading, replaces: true) }
        return (short(utterance) ?? short(phrase.rest)).map { .revised($0, replaces: false) }
    }

    /// What the request means as something more, where it means nothing certain by itself.
    func addition(_ utterance: Utterance) -> FollowUpReading? {
        if let reading = undoing(utterance) { return .revised(reading, replaces: false) }
        // "Yes" with no question open is not the text of another note.
        guard utterance.words.count <= 14, !lexicon.isNegated(utterance.words), !lexicon.isAgreement(utterance.words)
        else { return nil }
        let phrase = FollowUpPhrase(utterance, lexicon: lexicon)
        if lexicon.phrases(.other).isWhole(utterance.words) { return .other }
        if let reading = short(utterance) ?? short(phrase.rest) { return .revised(reading, replaces: false) }
        if lexicon.phrases(.again).isWhole(utterance.words) { return .again }
        guard !phrase.rest.words.isEmpty else { return nil }
        // A pattern says what it says; words that only come near to an example are more likely about what was asked.
        var own: Reading?
        if phrase.kind != .bare,
            case .certain(let reading) = understanding.read(Utterance(phrase.rest.plain), applications: applications)
        {
            own = reading
        }
        if let own, own.score == 1 { return .revised(own, replaces: false) }
        if let reading = calculated(utterance) ?? calculated(phrase.rest) { return .revised(reading, replaces: false) }
        // Without a word like "and", only what changes nothing is taken for granted.
        guard phrase.kind == .addition || last.skill.onlyTells else { return nil }
        return (revised(by: phrase.rest) ?? own).map { .revised($0, replaces: false) }
    }

    /// True when it opens like something that is asked besides.
    func isAddition(_ utterance: Utterance) -> Bool {
        FollowUpPhrase(utterance, lexicon: lexicon).kind == .addition
    }

    // MARK: Ways to read it

    /// "That was a mistake, undo it": what comes last counts.
    private func undoing(_ utterance: Utterance) -> Reading? {
        guard let clause = utterance.clauses.last, clause.words.count > 1,
            case .certain(let reading) = understanding.read(Utterance(clause.plain), applications: applications),
            reading.intent == UndoSkill.intent
        else { return nil }
        return reading
    }

    /// By the examples of short requests about the same subject.
    private func short(_ utterance: Utterance) -> Reading? {
        // A value alone says nothing about what to do with it.
        guard WhenPhrase.moment(of: utterance.words) == nil else { return nil }
        var tries = [utterance]
        // "Give it another five": minutes, what else.
        let end = utterance.words.suffix(2)
        if end.count == 2, let opening = end.first, ["add", "another", "more"].contains(opening), let word = end.last,
            word != "one", last.slots.values.contains(where: \.isDuration),
            NumberWords.value(of: [word]) != nil
        {
            tries.append(Utterance(utterance.plain + " minutes"))
        }
        if utterance.words.contains("more") {
            tries.append(Utterance(utterance.words.filter { $0 != "more" }.joined(separator: " ")))
        }
        for utterance in tries {
            let rewritten = understanding.pack.rewritten(utterance)
            let candidates = understanding.pack.followUpMatcher.candidates(
                for: rewritten, applications: applications, limit: 12)
            let best = candidates.first { LastTurn.topic(of: $0.intent) == last.topic }
            guard let best, best.score >= Understanding.certainScore,
                let (skill, answer) = understanding.catalogue.intent(named: best.intent)
            else { continue }
            return Reading(
                skill: skill, intent: best.intent, answer: answer, slots: kept(for: best), utterance: rewritten,
                score: best.score)
        }
        return nil
    }

    /// The values of a short request with those of the earlier one that say what it is about: "cancel it".
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

    /// The same request with what "it" stands for: "what does it mean" – "how do you spell it".
    func resolved(_ reading: Reading) -> Reading {
        guard let named = last.slots.values.first(where: \.isText) else { return reading }
        var reading = reading
        for (name, value) in reading.slots {
            guard case .text(let text) = value, ["it", "that", "this", "them"].contains(text.lowercased()) else {
                continue
            }
            reading.slots[name] = named
        }
        return reading
    }

    /// With the number that was told last.
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

    /// As the earlier request with a part replaced.
    private func revised(by change: Utterance) -> Reading? {
        var revision = RequestRevision(
            of: Utterance(last.text), slots: last.slots, by: change, lexicon: lexicon, applications: applications,
            keepsHeads: !last.skill.onlyTells)
        for candidate in revision.candidates() {
            guard let reading = certain(candidate.text), isSame(reading), differs(reading) else { continue }
            if candidate.keepsTexts, reading.texts != Reading.texts(of: last.slots) { continue }
            return reading
        }
        return nil
    }

    private func certain(_ text: String) -> Reading? {
        let utterance = Utterance(text)
        if case .certain(let reading) = understanding.read(utterance, applications: applications) { return reading }
        return short(utterance)
    }

    /// True when it is about the same.
    private func isSame(_ reading: Reading) -> Bool {
        reading.skill.id == last.skill.id || LastTurn.topic(of: reading.intent) == last.topic
    }

    private func differs(_ reading: Reading) -> Bool {
        reading.slots != last.slots || reading.intent != last.intent
    }
}

extension Utterance {
    /// Its words as they were written, without what was left out around them.
    var plain: String { original(0..<words.count) }
}

extension Reading {
    var texts: Set<String> { Self.texts(of: slots) }

    static func texts(of slots: [String: SlotValue]) -> Set<String> {
        Set(
            slots.values.compactMap { value in
                if case .text(let text) = value { text.lowercased() } else { nil }
            })
    }
}

extension SlotValue {
    var isText: Bool {
        if case .text = self { true } else { false }
    }

    var isDuration: Bool {
        if case .duration = self { true } else { false }
    }
}
