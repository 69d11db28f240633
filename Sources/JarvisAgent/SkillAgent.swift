// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in mind: finds the skill for an utterance, runs it, and streams its reply sentence by sentence.

public import JarvisCore
import JarvisPlatform
import JarvisUnderstanding
import Synchronization

/// Answers by skills alone, without any network.
public final class SkillAgent: Agent {
    /// The memory between turns.
    private struct Memory {
        /// The skill that asked something, and what it knew then.
        var askingSkill: String?
        var values: [String: String] = [:]
        var lastReply = ""
    }

    /// What is remembered for certain, and what the newest request has made of it. A request whose speaker goes on is
    /// asked again: until it is settled, it has left no trace.
    private struct Recollection {
        private var settled = Memory()
        private var newest: (memory: Memory, settlement: Settlement)?

        /// What was known before this request.
        mutating func recall() -> Memory {
            if let newest, newest.settlement.isSettled { settled = newest.memory }
            newest = nil
            return settled
        }

        /// Begins a request with what it leaves behind if it says nothing.
        mutating func begin(_ memory: Memory, of request: AgentRequest) { newest = (memory, request.settlement) }

        /// Keeps what a request has come to, unless another one has begun: one that was cancelled may still end late.
        mutating func keep(_ memory: Memory, of request: AgentRequest) {
            guard newest?.settlement === request.settlement else { return }
            newest = (memory, request.settlement)
        }
    }

    /// The skills, with their patterns read.
    let catalogue: SkillCatalogue
    private let services: SkillServices
    private let applications: ApplicationCatalogue
    private let memory = Mutex(Recollection())

    /// An agent with the built-in skills.
    public convenience init(services: SkillServices) {
        self.init(services: services, skills: BuiltInSkills.all)
    }

    init(services: SkillServices, skills: [any Skill]) {
        self.services = services
        applications = ApplicationCatalogue(services.launcher)
        catalogue = SkillCatalogue(skills)
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
        guard !request.isFollowUp, !StopPhrases.isStopPhrase(request.text) else { return false }
        guard let applications = applications.newest() else { return false }
        return catalogue.find(Utterance(request.text), applications: applications)?.entry.skill.onlyTells ?? false
    }

    /// - Returns: nil when no skill understands the request.
    private func answer(_ request: AgentRequest) async throws -> (skill: String, reply: SkillReply)? {
        // Who has gone on speaking asks again: what a skill has asked before must then still be known.
        if request.isFollowUp { try await request.settlement.wait() }
        let previous = memory.withLock { recollection in
            let memory = recollection.recall()
            recollection.begin(Memory(lastReply: memory.lastReply), of: request)
            return memory
        }
        if StopPhrases.isStopPhrase(request.text) { return (StopSkill.id, SkillReply("")) }
        var invocation = SkillInvocation(
            request: request, utterance: Utterance(request.text), slots: [:], services: services, commands: commands,
            previousReply: previous.lastReply, previousValues: previous.values)
        if request.isFollowUp, let asking = previous.askingSkill ?? lastSkill(in: request.context),
            let skill = catalogue.skill(named: asking),
            let reply = try await run(skill, { try await skill.answerFollowUp(invocation) })
        {
            return (asking, remember(reply, of: skill, previous, request))
        }
        let applications = await applications.current()
        guard let (entry, match) = catalogue.find(invocation.utterance, applications: applications) else {
            memory.withLock { $0.keep(Memory(), of: request) }
            return nil
        }
        invocation.slots = match.slots
        if !entry.skill.onlyTells { try await request.settlement.wait() }
        let reply = try await run(entry.skill) { [invocation] in try await entry.answer(invocation) }
        return (entry.skill.id, remember(reply, of: entry.skill, previous, request))
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
        _ reply: SkillReply, of skill: any Skill, _ previous: Memory, _ request: AgentRequest
    ) -> SkillReply {
        var fresh = Memory(lastReply: reply.clauses.isEmpty ? previous.lastReply : reply.text)
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
