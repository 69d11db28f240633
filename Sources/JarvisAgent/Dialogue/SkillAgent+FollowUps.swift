// SPDX-License-Identifier: GPL-3.0-or-later
// Carries out follow-ups: a correction replaces the first action instead of adding a second one.

import JarvisCore
import JarvisUnderstanding

extension SkillAgent {
    /// Carries out a follow-up; nil if it doesn't apply.
    func follow(_ followUp: FollowUpReading, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        guard let last = turn.last else { return nil }
        let now = services.clock.now()
        switch followUp {
        case .revised(let reading, replaces: false): return try await perform(reading, turn)
        case .revised(let reading, replaces: true):
            return try await perform(replacing(last.undo, Deed(reading, at: now)), turn)
        case .amended(let utterance): return try await amend(last, utterance, turn)
        case .answeredAgain(let utterance):
            var answered = last
            answered.since = now
            let deed = Deed(skill: last.skill, kinds: [last.deed], last: answered) { invocation in
                var invocation = invocation
                invocation.utterance = Utterance(utterance.plain)
                invocation.previousValues = last.answered ?? [:]
                return try await last.skill.answerFollowUp(invocation)
                    ?? SkillReply("Sorry, I didn't understand what to change.")
            }
            return try await perform(replacing(last.undo, deed), turn)
        case .again: return try await repeatLast(last, turn)
        case .other: return try await otherThanLast(last, turn)
        }
    }

    /// Carries out "cancel the second one" if the last turn mentioned several things; otherwise nil.
    func followOneOfSeveral(_ turn: DialogueTurn, _ applications: ApplicationIndex) async throws -> SkillAnswer? {
        guard var last = turn.last, !last.subjects.isEmpty else { return nil }
        let utterance = turn.invocation.utterance
        let count = last.subjects.count
        let others = last.subjects.indices.filter { last.subjects[$0] != last.subject }
        guard
            let (range, index) = ChoicePhrase.place(
                in: utterance.words, of: count, other: others.count == 1 ? others[0] : nil)
        else { return nil }
        last.subject = last.subjects[index]
        last.isAmended = true
        let parts = [
            utterance.spelled(0..<range.lowerBound), "it", utterance.spelled(range.upperBound..<utterance.words.count),
        ]
        let pointing = Utterance(parts.filter { !$0.isEmpty }.joined(separator: " "))
        let followUps = FollowUpReader(
            understanding: turn.reader.using(.nothing), last: last, applications: applications)
        var chosen = turn
        chosen.last = last
        switch followUps.pointed(pointing) ?? followUps.correction(pointing) {
        case .amended(let utterance)?: return try await follow(.amended(utterance), chosen)
        case .revised(let reading, _)? where reading.subject != nil: return try await perform(reading, chosen)
        default: return nil
        }
    }

    /// Amends the thing that was made; nil if it can't be amended or the words don't amend it.
    private func amend(_ last: LastTurn, _ utterance: Utterance, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        guard let amendment = last.amendment else { return nil }
        var amended = last
        amended.isAmended = true
        amended.since = services.clock.now()
        let deed = Deed(skill: last.skill, kinds: [.changes], last: amended) { invocation in
            var invocation = invocation
            invocation.utterance = Utterance(utterance.plain)
            invocation.subject = last.subject
            return try await amendment.perform(invocation)
        }
        return try await perform(deed, turn)
    }

    /// Undoes one action and performs another in its place. If the second fails, the first is restored.
    private func replacing(_ undo: DeferredAction?, _ deed: Deed) -> Deed {
        guard let undo else { return deed }
        var replaced = deed
        replaced.kinds.insert(.changes)
        replaced.perform = { invocation in
            // Undo the whole: if the change was itself a correction, go back to the state before both.
            let taken = try await (undo.whole ?? undo).perform(invocation)
            do {
                var reply = try await deed.perform(invocation)
                if let own = reply.undo {
                    // "Undo" must then revert only the correction and restore what it replaced.
                    if let earlier = taken.undo { reply.undo = Self.unchanging(own, earlier) }
                } else if deed.changes {
                    _ = try await taken.undo?.perform(invocation)
                }
                return reply
            } catch {
                _ = try await taken.undo?.perform(invocation)
                throw error
            }
        }
        return replaced
    }

    /// Undoes a correction: undoes the replacement, then restores the original.
    private static func unchanging(_ own: DeferredAction, _ earlier: DeferredAction) -> DeferredAction {
        DeferredAction(whole: own) { invocation in
            _ = try await own.perform(invocation)
            // The reply describes the restored thing.
            return try await earlier.perform(invocation)
        }
    }

    /// "Another one": repeats the request, but asks for a new length, time or text if it had one.
    private func repeatLast(_ last: LastTurn, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        let own = Reading(
            skill: last.skill, intent: last.intent, answer: last.answer, slots: last.slots,
            utterance: Utterance(last.text), score: 1, deed: last.deed)
        var reading = own
        if !last.skill.onlyTells, !last.slots.isEmpty || last.answered != nil {
            if let asking = catalogue.intent(named: last.topic + ".ask") {
                (reading.answer, reading.deed) = (asking.answer, asking.deed)
                reading.intent = last.topic + ".ask"
                reading.slots = [:]
            } else if !own.texts.isEmpty {
                reading.slots = [:]
            }
        }
        return try await perform(reading, turn)
    }

    /// "Not that one": offers the other of two or another of several, or undoes the change.
    private func otherThanLast(_ last: LastTurn, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        if last.skill.onlyTells || last.intent?.hasSuffix(".next") == true { return try await repeatLast(last, turn) }
        guard let undo = turn.invocation.undo else { return nil }
        var left: [SkillChoice] = []
        if let choice = turn.previous.choice {
            left = choice.choices.enumerated().filter { $0.offset != choice.chosen }.map(\.element)
        }
        let deed = Deed(skill: last.skill, kinds: [.changes], last: turn.lastTakenBack) { [left] invocation in
            var reply = try await undo.perform(invocation)
            reply.endsUndo = reply.undo == nil
            guard let first = left.first else { return reply }
            let names = SpokenFormat.list(left.prefix(4).map { $0.names.first ?? "" }, joiner: "or")
            let asking =
                left.count == 1
                ? SkillReply("\(reply.text) Did you mean \(names)?", proposal: first.action)
                : SkillReply("\(reply.text) Which one, then: \(names)?", choices: left)
            return asking
        }
        return try await perform(deed, turn)
    }
}
