// SPDX-License-Identifier: GPL-3.0-or-later
// One turn: interprets the request in its conversation and acts on it.

import JarvisCore
import JarvisUnderstanding
import Synchronization

/// The identity of a skill and its reply.
typealias SkillAnswer = (skill: String, reply: SkillReply)

extension SkillAgent {
    /// - Returns: Nil if no skill understands the request.
    func answer(_ request: AgentRequest) async throws -> SkillAnswer? {
        // A speaker who goes on asks again, so a question must stay open until the request is final.
        if request.isFollowUp { try await request.settlement.wait() }
        let turn = await begin(request)
        if let settled = try await settleRinging(turn) { return settled }
        if StopPhrases.isStopPhrase(request.text) {
            if let refused = refuseByStopping(turn) { return refused }
            return try await stop(turn)
        }
        if let answered = try await answerProposal(turn) { return answered }
        if let answered = try await answerChoice(turn) { return answered }
        if let answered = try await answerQuestion(turn) { return answered }
        return try await answerRequest(turn, applications: await applications.current())
    }

    /// Starts a turn: the request with the memory of the conversation.
    func begin(_ request: AgentRequest) async -> DialogueTurn {
        let previous = memory.withLock { recollection in
            let memory = recollection.recall().asking(request.partner)
                .withoutOldQuestion(at: services.clock.now(), isAnswer: request.isFollowUp)
            recollection.begin(memory.carriedOver, of: request)
            return memory
        }
        let reader = await understanding.loaded()
        return DialogueTurn(
            invocation: invocation(of: request, after: previous, reader), previous: previous,
            last: previous.last(at: services.clock.now()), reader: reader)
    }

    /// The input of a skill for a request.
    func invocation(
        of request: AgentRequest, after previous: DialogueMemory, _ reader: Understanding
    ) -> SkillInvocation {
        let undo = previous.undo(at: services.clock.now())
        return SkillInvocation(
            request: request, utterance: utterance(of: request), lexicon: reader.pack.lexicon, slots: [:],
            services: services, commands: commands,
            previousReply: previous.lastReply, previousValues: previous.values,
            undo: undo?.action, undoSince: undo?.since, lastIsFinal: undo.map { $0.action == nil } ?? false)
    }

    /// Handles a request that is neither a stop phrase nor the answer to a question.
    private func answerRequest(_ turn: DialogueTurn, applications: ApplicationIndex) async throws -> SkillAnswer? {
        let utterance = turn.invocation.utterance
        let own = turn.reader.read(utterance, applications: applications)
        let followUps = turn.last.map {
            FollowUpReader(understanding: turn.reader.using(.nothing), last: $0, applications: applications)
        }
        if let answered = try await followOneOfSeveral(turn, applications) { return answered }
        // "Turn it off" is about the last subject, whatever else can be turned off.
        if let followUp = followUps?.pointed(utterance), let answered = try await follow(followUp, turn) {
            return answered
        }
        if let reading = own.reading, reading.intent == StopSkill.intent { return try await stop(turn) }
        if let reading = await named(turn, applications) { return try await perform(reading, turn) }
        if let reading = forLater(turn, instead: own, applications) {
            return askWhetherAtOnce(Deed(reading, at: services.clock.now()), turn)
        }
        // "No alarm tomorrow" is a request; "no, tomorrow" is a correction.
        if own.score < 1, let followUp = followUps?.correction(utterance) { return try await follow(followUp, turn) }
        // One known word is too little to act on a request in another language, or on a part of one.
        if own.score < 1, otherLanguage(utterance) != nil { return leave(turn) }
        switch SeveralRequests.read(utterance, whole: own, turn.reader, applications) {
        case .several(let readings): return try await performAll(readings, turn)
        case .partly where turn.request.hasModel: return leave(turn)
        // Silence is not worth a question.
        case .partly(let reading, _) where reading.intent == StopSkill.intent: return try await stop(turn)
        case .partly(let reading, let rest):
            // Half a request among other talk is not worth a question.
            return turn.mayAnswer() ? askAboutPart(reading, rest: rest, turn) : ignore(turn)
        case nil: break
        }
        if let followUps, own.score < 1, followUps.isAddition(utterance), let followUp = followUps.addition(utterance) {
            return try await follow(followUp, turn)
        }
        if let recalled = try await recall(turn, instead: own) { return recalled }
        if own.score < 1, turn.lexicon.isAside(utterance.words) { return leave(turn) }
        if case .certain(let reading) = own {
            if reading.isByWord, turn.request.hasModel { return leave(turn) }
            // Words that match no example well may refer to the last request: "five more minutes".
            if reading.score < Understanding.certainScore, followUps?.isResolved(reading) != true,
                let followUp = followUps?.addition(utterance), !followUp.isLess(than: reading)
            {
                return try await follow(followUp, turn)
            }
            return try await perform(followUps?.resolved(reading) ?? reading, turn)
        }
        if let answered = try await answerEarly(turn) { return answered }
        if let followUp = followUps?.addition(utterance) { return try await follow(followUp, turn) }
        if let declined = declined(turn, applications) { return declined }
        if let repeated = askAgain(turn, own) { return repeated }
        guard case .doubtful(let reading) = own else { return leave(turn) }
        guard turn.mayAnswer(score: reading.score) else { return ignore(turn) }
        // What only tells something is not worth a question if a word of it settles the doubt.
        if reading.onlyTells, let intent = reading.intent, turn.lexicon.isEvident(intent, in: turn.invocation.words) {
            return try await perform(reading, turn)
        }
        if turn.request.hasModel { return leave(turn) }
        return reading.skill.answersInDoubt ? try await perform(reading, turn) : ask(about: reading, turn)
    }

    /// The reading of a request that refers to a thing by its name; otherwise nil.
    private func named(_ turn: DialogueTurn, _ applications: ApplicationIndex) async -> Reading? {
        var names: [(skill: String, name: String)] = []
        for skill in catalogue.skills {
            names += await skill.names(services).map { (skill.id, $0) }
        }
        guard !names.isEmpty else { return nil }
        let things = NamedThings(
            names: names, understanding: turn.reader.using(.comparison), applications: applications)
        return things.reading(of: turn.invocation.utterance)
    }

    /// Leaves the request to another agent if it was probably meant for one.
    private func leave(_ turn: DialogueTurn) -> SkillAnswer? {
        guard turn.mayAnswer() else { return ignore(turn) }
        memory.withLock {
            var kept = turn.previous.carriedOver
            kept.lastReply = ""
            $0.keep(kept, of: turn.request)
        }
        return nil
    }

    /// Stays silent and leaves the conversation as it was.
    private func ignore(_ turn: DialogueTurn) -> SkillAnswer {
        memory.withLock { $0.keep(turn.previous, of: turn.request) }
        return (StopSkill.id, .notAddressed)
    }

    /// True for a stop phrase, or words like it, that cancel something instead of only asking for silence.
    private func takesBack(_ turn: DialogueTurn) -> Bool {
        StopPhrases.mayTakeBack(turn.request.text)
            || !StopPhrases.isStopPhrase(turn.request.text) && turn.invocation.words.contains("cancel")
    }

    /// Ends the turn. "Cancel that" undoes the last change if there is one.
    private func stop(_ turn: DialogueTurn) async throws -> SkillAnswer {
        guard turn.invocation.undo != nil, !turn.request.isFollowUp, takesBack(turn),
            let means = catalogue.intent(named: UndoSkill.intent)
        else { return (StopSkill.id, SkillReply("")) }
        try await turn.request.settlement.wait()
        let reply = try await run(means.skill) { try await means.answer(turn.invocation) }
        return remember(reply, of: means.skill, turn, last: turn.lastTakenBack)
    }

    // MARK: Doing it

    /// Acts on a reading, or asks first if necessary.
    func perform(_ reading: Reading, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        if let ledger = turn.reader.doubts(about: reading, in: turn.invocation.utterance) {
            guard turn.mayAnswer() else { return ignore(turn) }
            return turn.request.hasModel ? leave(turn) : askAboutRest(ledger, reading, turn)
        }
        var deed = Deed(reading, at: services.clock.now())
        deed.isSaid = turn.reader.isSaid(reading)
        return isForLater(reading, turn) ? askWhetherAtOnce(deed, turn) : try await perform(deed, turn)
    }

    /// - Returns: Nil if the skill leaves the request to another agent after all.
    func perform(_ deed: Deed, _ turn: DialogueTurn) async throws -> SkillAnswer? {
        let asker = asker(of: deed, turn)
        switch deed.ruling(for: asker) {
        case .does: break
        case .asks: return askWhetherAllowed(deed, asker, turn)
        case .never: throw AgentFailure.skillFailed(skill: deed.skill.id, reason: "Only you can ask for that.")
        }
        if deed.changes {
            if turn.request.isDoubtful {
                return turn.request.talkFilter == .strict ? ignore(turn) : askWhetherHeard(deed, turn)
            }
            try await turn.request.settlement.wait()
        }
        let reply: SkillReply
        do {
            reply = try await run(deed.skill) { try await deed.perform(turn.invocation) }
        } catch let failure as AgentFailure {
            // A failed answer still sets the topic of the conversation.
            if !deed.changes, let last = deed.last {
                memory.withLock { $0.amend(turn.request) { $0.last = last } }
            }
            throw failure
        }
        if reply.isNotMine { return leave(turn) }
        return remember(reply, of: deed.skill, turn, last: deed.last)
    }

    /// Performs several requests in turn. A question of one of them comes last.
    private func performAll(_ readings: [Reading], _ turn: DialogueTurn) async throws -> SkillAnswer? {
        for reading in readings {
            guard let ledger = turn.reader.doubts(about: reading, in: Utterance(reading.utterance.text)) else {
                continue
            }
            guard turn.mayAnswer() else { return ignore(turn) }
            return turn.request.hasModel ? leave(turn) : askAboutRest(ledger, reading, turn)
        }
        let changes = readings.contains { !$0.onlyTells }
        guard let first = readings.first, let last = readings.last else { return (StopSkill.id, SkillReply("")) }
        var deed = Deed(last, at: services.clock.now())
        deed.skill = changes ? readings.first { !$0.onlyTells }?.skill ?? first.skill : first.skill
        deed.kinds = Set(readings.map(\.deed))
        deed.isSaid = readings.allSatisfy(turn.reader.isSaid)
        // Prevent a correction from replacing all of them: it applies only to the last one.
        if readings.count > 1 { deed.last?.isAmended = true }
        deed.last?.quotesHistory = readings.contains(where: \.skill.quotesHistory)
        deed.perform = { [self] invocation in
            var replies: [SkillReply] = []
            for reading in readings {
                replies.append(
                    try await run(reading.skill) { try await reading.answer(invocation.asking(reading)) })
            }
            return SkillReply(joining: replies.filter { !$0.isNotMine })
        }
        return try await perform(deed, turn)
    }

    /// Combines the undo actions of one turn of a model, so that they are undone together.
    private func joined(_ action: DeferredAction, _ turn: DialogueTurn) -> DeferredAction {
        guard turn.asker != .user, let earlier = turn.previous.undo, earlier.turn == turn.request.turn,
            let first = earlier.action
        else { return action }
        return DeferredAction(restoring: action.messages + first.messages) { invocation in
            SkillReply(joining: [try await action.perform(invocation), try await first.perform(invocation)])
        }
    }

    /// Runs a handler and turns its errors into a failure with a reason for people.
    func run<Reply>(_ skill: any Skill, _ handler: () async throws -> Reply) async throws -> Reply {
        do {
            let reply = try await handler()
            try Task.checkCancellation()
            return reply
        } catch let error as CancellationError {
            throw error
        } catch let failure as AgentFailure {
            throw failure
        } catch {
            throw AgentFailure.skillFailed(skill: skill.id, reason: FailureReason.text(of: error))
        }
    }

    /// Stores what the next request needs to know.
    /// - Parameter last: The new topic; nil to keep the current one.
    func remember(
        _ reply: SkillReply, of skill: any Skill, _ turn: DialogueTurn, last: LastTurn?
    ) -> SkillAnswer {
        var fresh = turn.previous.carriedOver
        if !reply.clauses.isEmpty { fresh.lastReply = reply.text }
        fresh.proposal = reply.proposal
        fresh.refusal = reply.refusal
        fresh.choices = reply.choices
        fresh.choice = nil
        switch reply.undo {
        case .some(let action):
            fresh.undo = DialogueMemory.Undo(
                skill: skill.id, action: joined(action, turn), since: services.clock.now(), turn: turn.request.turn)
        case nil where reply.isFinal:
            fresh.undo = DialogueMemory.Undo(
                skill: skill.id, action: nil, since: services.clock.now(), turn: turn.request.turn)
        case nil: if reply.endsUndo { fresh.undo = nil }
        }
        if reply.followUp == .dictation {
            fresh.askingSkill = skill.id
            fresh.askedAt = services.clock.now()
            fresh.asked = turn.request.partner
            fresh.values = reply.values
            fresh.question = reply.clauses.last { $0.hasSuffix("?") } ?? reply.clauses.last ?? ""
        }
        // An aside doesn't change the topic.
        if reply.proposal != nil {
            fresh.pending = last
        } else if var last, !DialogueTurn.asides.contains(last.skill.id) || last.intent == "name.set" {
            last.undo = reply.undo
            last.amendment = reply.amendment
            last.isOpen = reply.followUp == .dictation && reply.choices.isEmpty
            last.subject = reply.subject
            last.about = reply.kind ?? last.about
            last.subjects = reply.subjects(after: fresh.last, topic: last.topic)
            if reply.subjects.count == 1 { last.subject = last.subjects.first }
            if let result = reply.values["result"] { last.result = result }
            fresh.last = last
        } else if reply.endsUndo {
            fresh.last?.undo = nil
        }
        memory.withLock { $0.keep(fresh, of: turn.request) }
        return (skill.id, reply)
    }
}

extension SkillInvocation {
    /// A copy for this reading.
    func asking(_ reading: Reading) -> SkillInvocation {
        var invocation = self
        invocation.slots = reading.slots
        invocation.utterance = reading.utterance
        invocation.subject = reading.subject
        return invocation
    }
}

extension SkillReply {
    /// The things mentioned, together with those of the same kind that were made just before.
    fileprivate func subjects(after last: LastTurn?, topic: String) -> [String] {
        let before = last?.topic == topic ? last?.subjects ?? [] : []
        guard subjects.isEmpty, let subject else { return subjects.isEmpty ? before : subjects }
        return before.contains(subject) ? before : before + [subject]
    }

    /// Joins several replies into one. The first question among them comes last.
    init(joining replies: [SkillReply]) {
        let asking = replies.firstIndex { $0.followUp != .none }
        var ordered = replies
        if let asking { ordered.append(ordered.remove(at: asking)) }
        // The user can't answer two questions at once, so drop the others.
        let kept = ordered.enumerated().filter { $0.offset == ordered.count - 1 || $0.element.followUp == .none }
        self.init("", followUp: ordered.last?.followUp ?? .none)
        clauses = kept.flatMap(\.element.clauses)
        values = kept.reduce(into: [:]) { values, reply in values.merge(reply.element.values) { $1 } }
        proposal = ordered.last?.proposal
        refusal = ordered.last?.refusal
        choices = ordered.last?.choices ?? []
        if let about = replies.last(where: { $0.subject != nil }) {
            (subject, kind, amendment) = (about.subject, about.kind, about.amendment)
            subjects = replies.filter { $0.kind == about.kind }.compactMap(\.subject)
        }
        isFinal = replies.contains(where: \.isFinal)
        let undos = replies.compactMap(\.undo)
        guard undos.count > 1 else {
            undo = undos.first
            return
        }
        undo = DeferredAction(restoring: undos.flatMap(\.messages)) { invocation in
            var taken: [SkillReply] = []
            for undo in undos.reversed() { taken.append(try await undo.perform(invocation)) }
            return SkillReply(joining: taken)
        }
    }
}
