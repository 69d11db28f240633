// SPDX-License-Identifier: GPL-3.0-or-later
// Does what a follow-up comes to: a correction leaves what was asked for once, not twice.

import JarvisCore
import JarvisUnderstanding

extension SkillAgent {
    /// Does what a follow-up means.
    func follow(_ followUp: FollowUpReading, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        guard let last = turn.last else { return nil }
        let now = services.clock.now()
        switch followUp {
        case .revised(let reading, replaces: false): return try await perform(reading, turn)
        case .revised(let reading, replaces: true):
            return try await perform(replacing(last.undo, Deed(reading, at: now)), turn)
        case .answeredAgain(let utterance):
            var answered = last
            answered.since = now
            let deed = Deed(skill: last.skill, changes: true, last: answered) { invocation in
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

    /// Takes back what was done and does something in its place. Where that cannot be done, what was done stays.
    private func replacing(_ undo: DeferredAction?, _ deed: Deed) -> Deed {
        guard let undo else { return deed }
        var replaced = deed
        replaced.changes = true
        replaced.perform = { invocation in
            let taken = try await undo.perform(invocation)
            do {
                let reply = try await deed.perform(invocation)
                if reply.undo == nil, deed.changes { _ = try await taken.undo?.perform(invocation) }
                return reply
            } catch {
                _ = try await taken.undo?.perform(invocation)
                throw error
            }
        }
        return replaced
    }

    /// "Another one": the same again; of what has a length, a time or a text of its own, these are asked for.
    private func repeatLast(_ last: LastTurn, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        let own = Reading(
            skill: last.skill, intent: last.intent, answer: last.answer, slots: last.slots,
            utterance: Utterance(last.text), score: 1)
        var reading = own
        if !last.skill.onlyTells, !last.slots.isEmpty || last.answered != nil {
            if let asking = catalogue.intent(named: last.topic + ".ask") {
                reading.answer = asking.answer
                reading.intent = last.topic + ".ask"
                reading.slots = [:]
            } else if !own.texts.isEmpty {
                reading.slots = [:]
            }
        }
        return try await perform(reading, turn)
    }

    /// "Not that one": the other of two, another of several, or what was done is taken back.
    private func otherThanLast(_ last: LastTurn, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        if last.skill.onlyTells || last.intent?.hasSuffix(".next") == true { return try await repeatLast(last, turn) }
        guard let undo = turn.invocation.undo else { return nil }
        var left: [SkillChoice] = []
        if let choice = turn.previous.choice {
            left = choice.choices.enumerated().filter { $0.offset != choice.chosen }.map(\.element)
        }
        let deed = Deed(skill: last.skill, changes: true, last: turn.lastTakenBack) { [left] invocation in
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
