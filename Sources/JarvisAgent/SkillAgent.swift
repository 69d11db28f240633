// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in mind: finds the skill for an utterance, runs it, and streams its reply sentence by sentence.

public import JarvisCore
package import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Answers by skills alone, without any network.
public final class SkillAgent: Agent {
    /// The skills, with their patterns read.
    let catalogue: SkillCatalogue
    private let services: SkillServices
    private let applications: ApplicationCatalogue
    private let memory = Mutex(Recollection())

    private let understanding: UnderstandingLoader

    /// An agent with these skills, in the order in which they are preferred, and its own for "stop" and "undo".
    /// - Parameter resources: Where the files of the language are.
    package init(services: SkillServices, skills: [any Skill], resources: ResourceLocator = .standard()) {
        self.services = services
        applications = ApplicationCatalogue(services.launcher)
        catalogue = SkillCatalogue(skills)
        understanding = UnderstandingLoader(catalogue, resources: resources)
    }

    /// Reads a request as the agent would, without doing anything; waits for files where they have not been read.
    func read(_ utterance: Utterance) -> Interpretation {
        understanding.current().read(utterance, applications: applications.refreshed())
    }

    /// The commands, in the order of the Commands list.
    public var commands: [CommandHelp] { catalogue.commands }

    /// The phrases that a recognizer should listen for.
    public var patterns: [UtterancePattern] { catalogue.patterns }

    /// Words that may fill the finite slots, by type; reads the list of installed applications.
    public var vocabulary: [SlotType: [String]] {
        [
            .application: applications.refreshed().vocabulary,
            .website: WebsitePhrase.vocabulary,
            .voice: VoicePhrase.vocabulary,
            .unit: UnitPhrase.vocabulary,
            .day: DayPhrase.vocabulary,
        ]
    }

    /// Answers one request sentence by sentence, or leaves it to another agent when no skill understands it. Errors are `AgentFailure`; ending the iteration cancels the skill.
    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        AsyncThrowingStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task {
                do {
                    guard let (skill, reply) = try await answer(request) else {
                        continuation.yield(.notMine)
                        return continuation.finish()
                    }
                    for clause in reply.clauses { continuation.yield(.clause(clause)) }
                    let summary = ReplySummary(skill: skill, values: reply.values, followUp: reply.followUp)
                    continuation.yield(.finished(summary))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// What a skill that only tells would answer. Called while somebody speaks: nothing is read from files meanwhile, and
    /// nothing is prepared before the applications have been read for the first time.
    public func canPrepare(_ request: AgentRequest) -> Bool {
        guard !request.isFollowUp, !StopPhrases.isStopPhrase(request.text),
            let applications = applications.newest(), let reader = understanding.newest(),
            case .certain(let reading) = reader.read(Utterance(request.text), applications: applications)
        else { return false }
        return reading.skill.onlyTells
    }

    /// - Returns: nil when no skill understands the request.
    private func answer(_ request: AgentRequest) async throws -> (skill: String, reply: SkillReply)? {
        // Who has gone on speaking asks again: what a skill has asked before must then still be known.
        if request.isFollowUp { try await request.settlement.wait() }
        let previous = memory.withLock { recollection in
            let memory = recollection.recall()
            recollection.begin(memory.carriedOver, of: request)
            return memory
        }
        var invocation = SkillInvocation(
            request: request, utterance: Utterance(request.text), slots: [:], services: services, commands: commands,
            previousReply: previous.lastReply, previousValues: previous.values,
            undo: previous.undo(at: services.clock.now())?.action)
        let reader = await understanding.loaded()
        if StopPhrases.isStopPhrase(request.text) {
            // "Cancel that" means what was done last, where something was.
            guard invocation.undo != nil, !request.isFollowUp, StopPhrases.mayTakeBack(request.text),
                let means = catalogue.intent(named: UndoSkill.intent)
            else { return (StopSkill.id, SkillReply("")) }
            try await request.settlement.wait()
            let reply = try await run(means.skill) { [invocation] in try await means.answer(invocation) }
            return (means.skill.id, remember(reply, of: means.skill, previous, request))
        }
        if let answered = try await answerProposal(invocation, previous, reader.pack) { return answered }
        if request.isFollowUp, previous.proposal == nil,
            let asking = previous.askingSkill ?? lastSkill(in: request.context),
            let skill = catalogue.skill(named: asking),
            let reply = try await run(skill, { try await skill.answerFollowUp(invocation) })
        {
            return (asking, remember(reply, of: skill, previous, request))
        }
        switch reader.read(invocation.utterance, applications: await applications.current()) {
        case .unknown:
            memory.withLock { $0.keep(DialogueMemory(undo: previous.undo), of: request) }
            return nil
        case .doubtful(let reading) where !reading.skill.answersInDoubt:
            return (reading.skill.id, remember(ask(about: reading, reader.pack), of: reading.skill, previous, request))
        case .certain(let reading), .doubtful(let reading):
            invocation.slots = reading.slots
            invocation.utterance = reading.utterance
            if !reading.skill.onlyTells { try await request.settlement.wait() }
            let reply = try await run(reading.skill) { [invocation] in try await reading.answer(invocation) }
            if reply.isNotMine {
                memory.withLock { $0.keep(DialogueMemory(undo: previous.undo), of: request) }
                return nil
            }
            return (reading.skill.id, remember(reply, of: reading.skill, previous, request))
        }
    }

    /// The answer to "Did you want me to …?", where the utterance is one.
    private func answerProposal(
        _ invocation: SkillInvocation, _ previous: DialogueMemory, _ pack: LanguagePack
    ) async throws -> (skill: String, reply: SkillReply)? {
        guard let proposal = previous.proposal, let skill = previous.askingSkill.flatMap(catalogue.skill) else {
            return nil
        }
        let words = invocation.words
        if pack.lexicon.isRefusal(words) {
            return (skill.id, remember(SkillReply("All right, I won't."), of: skill, previous, invocation.request))
        }
        guard pack.lexicon.isAgreement(words) else { return nil }
        try await invocation.request.settlement.wait()
        let reply = try await run(skill) { try await proposal.perform(invocation) }
        return (skill.id, remember(reply, of: skill, previous, invocation.request))
    }

    /// The question whether this was meant.
    private func ask(about reading: Reading, _ pack: LanguagePack) -> SkillReply {
        let title = reading.intent.flatMap { pack.title(of: $0) } ?? reading.skill.help.title.lowercased()
        return SkillReply(
            "Did you want me to \(title)?",
            proposal: DeferredAction { invocation in
                var invocation = invocation
                invocation.slots = reading.slots
                invocation.utterance = reading.utterance
                return try await reading.answer(invocation)
            })
    }

    /// Runs a handler; whatever it throws becomes a failure with a reason for people.
    private func run<Reply>(_ skill: any Skill, _ handler: () async throws -> Reply) async throws -> Reply {
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

    private func remember(
        _ reply: SkillReply, of skill: any Skill, _ previous: DialogueMemory, _ request: AgentRequest
    ) -> SkillReply {
        var fresh = previous.carriedOver
        if !reply.clauses.isEmpty { fresh.lastReply = reply.text }
        fresh.proposal = reply.proposal
        switch reply.undo {
        case .some(let action):
            fresh.undo = DialogueMemory.Undo(skill: skill.id, action: action, since: services.clock.now())
        case nil: if reply.endsUndo { fresh.undo = nil }
        }
        if reply.followUp == .dictation {
            fresh.askingSkill = skill.id
            fresh.values = reply.values
        }
        memory.withLock { $0.keep(fresh, of: request) }
        return reply
    }

    private func lastSkill(in context: [Message]) -> String? {
        context.last { $0.kind == .assistant }?.skill
    }
}

/// Says failures of ports in words.
enum FailureReason {
    static func text(of error: any Error) -> String {
        switch error {
        case let error as SkillError: return error.reason
        case let error as StoreFailure: return text(of: error)
        case let error as SynthesisFailure:
            switch error {
            case .engineUnavailable(let reason): return "The speech engine is not available: \(reason)."
            case .voiceMissing(let name): return "The voice \(name) is not installed."
            case .serverFailed, .speechModel: return error.advice
            }
        default: return "Something unexpected went wrong: \(error)."
        }
    }

    private static func text(of failure: StoreFailure) -> String {
        switch failure {
        case .readOnly(let path): "I cannot write to \(path). Please check its permissions."
        case .diskFull(let path): "The disk is full, so I cannot write to \(path). Please free some space."
        case .inputOutput(let path, let code):
            "Reading or writing \(path) failed: \(StoreFailure.systemText(of: code))."
        case .laterVersion(let path): "\(path) was written by a newer version of me. Please update me."
        case .damaged: failure.advice
        case .unknownMessage: "That message is no longer in the history."
        default: "The history could not be used."
        }
    }
}
