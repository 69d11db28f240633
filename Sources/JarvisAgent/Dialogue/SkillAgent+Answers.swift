// SPDX-License-Identifier: GPL-3.0-or-later
// Handles answers to JARVIS's questions: a yes or no, one of several options, or a missing value.

import JarvisCore
import JarvisUnderstanding
import Synchronization

extension SkillAgent {
    /// Handles the answer to "Did you want me to …?"; nil if the utterance isn't one.
    func answerProposal(_ turn: DialogueTurn) async throws -> SkillAnswer? {
        let previous = turn.previous
        guard let proposal = previous.proposal, let skill = previous.askingSkill.flatMap(catalogue.skill) else {
            return nil
        }
        let words = turn.invocation.words
        if turn.lexicon.isRefusal(words) { return try await refuse(turn, skill) }
        guard turn.lexicon.isAgreement(words) else {
            return try await refuseInOtherWords(turn, skill)
        }
        // Don't act on a yes that was heard badly.
        if turn.request.isDoubtful, !previous.isAskedAgain { return askQuestionAgain(turn, skill) }
        try await turn.request.settlement.wait()
        let reply = try await run(skill) { try await proposal.perform(turn.invocation) }
        return remember(reply, of: skill, turn, last: previous.pending)
    }

    /// "No, I still need those" refuses; "no, at seven" asks for something.
    private func refuseInOtherWords(_ turn: DialogueTurn, _ skill: any Skill) async throws -> SkillAnswer? {
        guard turn.lexicon.isLikelyRefusal(turn.invocation.words) else { return nil }
        let applications = await applications.current()
        let utterance = turn.invocation.utterance
        guard case .unknown = turn.reader.read(utterance, applications: applications) else { return nil }
        if let last = turn.previous.pending ?? turn.last {
            let followUps = FollowUpReader(understanding: turn.reader, last: last, applications: applications)
            if followUps.correction(utterance) != nil { return nil }
        }
        return try await refuse(turn, skill)
    }

    private func refuse(_ turn: DialogueTurn, _ skill: any Skill) async throws -> SkillAnswer {
        guard let refusal = turn.previous.refusal else {
            return remember(SkillReply("All right, I won't."), of: skill, turn, last: nil)
        }
        // Don't act on a no that was heard badly.
        if turn.request.isDoubtful, !turn.previous.isAskedAgain, let again = askQuestionAgain(turn, skill) {
            return again
        }
        try await turn.request.settlement.wait()
        let reply = try await run(skill) { try await refusal.perform(turn.invocation) }
        return remember(reply, of: skill, turn, last: nil)
    }

    /// Handles "never mind" after a question. Nothing happens, and a later yes answers nothing. Returns nil if no
    /// question was open.
    func refuseByStopping(_ turn: DialogueTurn) -> SkillAnswer? {
        guard turn.previous.proposal != nil || !turn.previous.choices.isEmpty,
            let skill = turn.previous.askingSkill.flatMap(catalogue.skill)
        else { return nil }
        return remember(SkillReply("All right, I won't."), of: skill, turn, last: nil)
    }

    /// Handles the answer to "Which one?"; nil if the utterance isn't one.
    func answerChoice(_ turn: DialogueTurn) async throws -> SkillAnswer? {
        let choices = turn.previous.choices
        guard !choices.isEmpty, let skill = turn.previous.askingSkill.flatMap(catalogue.skill) else { return nil }
        let words = turn.invocation.words
        if turn.lexicon.isRefusal(words) || ["none", "none of them", "neither"].contains(words.joined(separator: " ")) {
            return remember(SkillReply("All right, I won't."), of: skill, turn, last: nil)
        }
        let chosen = ChoicePhrase.indices(of: words, names: choices.map(\.names))
        guard let first = chosen.first else { return nil }
        try await turn.request.settlement.wait()
        let reply = try await run(skill) {
            var replies: [SkillReply] = []
            for place in chosen { replies.append(try await choices[place].action.perform(turn.invocation)) }
            return replies.count == 1 ? replies[0] : SkillReply(joining: replies)
        }
        let answer = remember(reply, of: skill, turn, last: turn.last)
        if chosen.count == 1 {
            memory.withLock { recollection in
                recollection.amend(turn.request) { $0.choice = DialogueMemory.Choice(choices: choices, chosen: first) }
            }
        }
        return answer
    }

    /// Handles the answer to a question for a missing value; nil if the utterance isn't one.
    func answerQuestion(_ turn: DialogueTurn) async throws -> SkillAnswer? {
        guard turn.request.isFollowUp else { return nil }
        // A yes to a forgotten question is not the text that a skill may have asked for.
        let isForgotten = turn.previous.hasLapsed || turn.lexicon.isAgreement(turn.invocation.words)
        guard let asking = turn.previous.askingSkill ?? (isForgotten ? nil : lastSkill(in: turn.request.context))
        else { return nil }
        if await isOtherQuestion(turn, than: asking) { return nil }
        return try await answerQuestion(of: asking, turn)
    }

    /// True if the utterance asks something else instead of answering: "what's nine times nine" names no place. A skill
    /// that takes dictation accepts any words.
    private func isOtherQuestion(_ turn: DialogueTurn, than asking: String) async -> Bool {
        guard catalogue.skill(named: asking)?.takesDictation != true,
            turn.lexicon.opensRequest(turn.invocation.words),
            case .certain(let own) = turn.reader.read(
                turn.invocation.utterance, applications: await applications.current())
        else { return false }
        return own.onlyTells && own.skill.id != asking && own.score >= Understanding.sameScore
    }

    /// Handles an answer that starts before the question has ended. The caller has ruled out any other request.
    func answerEarly(_ turn: DialogueTurn) async throws -> SkillAnswer? {
        guard !turn.request.isFollowUp, let asking = turn.previous.askingSkill else { return nil }
        // Talk in the room must not become the text of a note.
        guard turn.mayAnswer() || catalogue.skill(named: asking)?.takesDictation != true else { return nil }
        return try await answerQuestion(of: asking, turn)
    }

    private func answerQuestion(of asking: String, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        let previous = turn.previous
        guard previous.proposal == nil, previous.choices.isEmpty,
            let skill = catalogue.skill(named: asking)
        else { return nil }
        // "Oh, ten minutes or so": try again without the filler words if the whole doesn't answer.
        var tries = [turn.invocation.utterance]
        let rest = FollowUpPhrase(turn.invocation.utterance, lexicon: turn.lexicon).rest
        if rest.words != turn.invocation.words, !rest.words.isEmpty { tries.append(Utterance(rest.plain)) }
        for utterance in tries {
            var invocation = turn.invocation
            invocation.utterance = utterance
            try await turn.request.settlement.wait()
            guard let reply = try await run(skill, { [invocation] in try await skill.answerFollowUp(invocation) })
            else { continue }
            var last = turn.last
            last?.answered = previous.values
            last?.since = services.clock.now()
            return remember(reply, of: skill, turn, last: last?.skill.id == skill.id ? last : nil)
        }
        return nil
    }

    private func lastSkill(in context: [Message]) -> String? {
        context.last { $0.kind == .assistant }?.skill
    }

    // MARK: Asking again

    /// Asks the same question once more if the words were neither an answer nor a request.
    func askAgain(_ turn: DialogueTurn, _ own: Interpretation) -> SkillAnswer? {
        // Forget a question that waits for a yes instead: a later yes might mean something else.
        guard turn.request.isFollowUp, !turn.previous.isAskedAgain, turn.previous.proposal == nil, case .unknown = own,
            let skill = turn.previous.askingSkill.flatMap(catalogue.skill)
        else { return nil }
        return askQuestionAgain(turn, skill)
    }

    private func askQuestionAgain(_ turn: DialogueTurn, _ skill: any Skill) -> SkillAnswer? {
        let previous = turn.previous
        guard !previous.question.isEmpty else { return nil }
        var reply = SkillReply(
            "Sorry, I didn't catch that. \(previous.question)", values: previous.values, followUp: .dictation)
        reply.proposal = previous.proposal
        reply.refusal = previous.refusal
        reply.choices = previous.choices
        let answer = remember(reply, of: skill, turn, last: nil)
        memory.withLock { recollection in
            recollection.amend(turn.request) {
                $0.isAskedAgain = true
                $0.question = previous.question
                $0.pending = previous.pending
            }
        }
        return answer
    }
}
