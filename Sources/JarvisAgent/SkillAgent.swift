// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in agent: finds the skill for an utterance, runs it, and streams its reply sentence by sentence.

public import JarvisCore
package import JarvisPlatform
package import JarvisUnderstanding
import Synchronization

/// Answers with skills alone, without any network.
public final class SkillAgent: Agent {
    /// The skills, with their patterns parsed.
    let catalogue: SkillCatalogue
    package let services: SkillServices
    let applications: ApplicationCatalogue
    let memory = Mutex(Recollection())
    /// The damaged files that replies have already mentioned.
    let toldDamage: Mutex<Set<Notice>>
    let understanding: UnderstandingLoader
    /// The skills as tools, built on first use: that takes longer than parsing a request.
    let toolIndex: Mutex<[IndexedTool]?> = Mutex(nil)

    /// Creates an agent with these skills, in order of preference. Undo needs `UndoSkill` among them.
    /// - Parameter resources: Where to find the language files.
    package convenience init(
        services: SkillServices, skills: [any Skill], resources: ResourceLocator = .standard()
    ) {
        self.init(services: services, catalogue: SkillCatalogue(skills)) { .read("en", from: resources) }
    }

    /// Creates an agent with its own way to read the language files.
    /// - Parameter language: Reads the language files, once, when the agent is warmed up or first asked.
    package init(
        services: SkillServices, catalogue: SkillCatalogue, language: @escaping @Sendable () -> LanguagePack
    ) {
        self.services = services
        // Damage found at start-up is reported there, so replies don't repeat it.
        toldDamage = Mutex(Set(services.settingsDamage))
        applications = ApplicationCatalogue(services.launcher)
        self.catalogue = catalogue
        understanding = UnderstandingLoader(catalogue, read: language)
    }

    /// An agent with the same skills that knows nothing of this conversation.
    public func apart() -> SkillAgent { SkillAgent(apartFrom: self) }

    private init(apartFrom other: SkillAgent) {
        services = other.services
        toldDamage = Mutex(Set(other.services.settingsDamage))
        applications = other.applications
        catalogue = other.catalogue
        understanding = other.understanding
    }

    /// Interprets a request without doing anything. Blocks until the language files and applications have been read.
    func read(_ utterance: Utterance) -> Interpretation {
        understanding.current().read(utterance, applications: applications.refreshed())
    }

    /// The request's language if it is not English. Blocks until the language files have been read.
    func otherLanguage(_ utterance: Utterance) -> OtherLanguages.Language? {
        OtherLanguages.standard.language(of: utterance, knowing: understanding.current().pack)
    }

    /// The words of a request, with dates in the region's order.
    func utterance(of request: AgentRequest) -> Utterance {
        Utterance(request.text, dates: DateOrder(services.region))
    }

    /// The commands, in the order of the Commands list.
    public var commands: [CommandHelp] { catalogue.commands }

    /// The skills that can't work at the moment, with the reason. Asks all skills at once, since some read files or
    /// query other programs.
    public func limitations() async -> [String: String] {
        await withTaskGroup(of: (String, String?).self) { [catalogue, services] group in
            for skill in catalogue.skills { group.addTask { (skill.id, await skill.limitation(services)?.text) } }
            var found: [String: String] = [:]
            for await (skill, limitation) in group { found[skill] = limitation }
            return found
        }
    }

    /// The phrases that a recognizer should listen for.
    public var patterns: [UtterancePattern] { catalogue.patterns }

    /// Words that may fill the finite slots, by type. Reads the list of installed applications.
    public var vocabulary: [SlotType: [String]] {
        [
            .application: applications.refreshed().vocabulary,
            .website: WebsitePhrase.vocabulary,
            .voice: VoicePhrase.vocabulary,
            .unit: UnitPhrase.vocabulary,
            .day: DayPhrase.vocabulary,
        ]
    }

    /// Answers a request sentence by sentence, or reports `notMine` if no skill understands it. Throws `AgentFailure`.
    /// Ending the iteration cancels the skill.
    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        stream { [self] in try await tellingDamage(try await answer(request), request) }
    }

    /// Turns an answer into updates.
    func stream(
        _ answer: @escaping @Sendable () async throws -> SkillAnswer?
    ) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { report in
            guard let (skill, reply) = try await answer() else { return report(.notMine) }
            guard !reply.isNotAddressed else { return report(.notAddressed) }
            for clause in reply.clauses { report(.clause(clause)) }
            report(.finished(ReplySummary(skill: skill, values: reply.values, followUp: reply.followUp)))
        }
    }

    /// Forgets the conversation, so that the next request starts a new one.
    public func forget() { memory.withLock { $0 = Recollection() } }

    /// Lets the next request undo the last change of another process.
    /// - Parameter action: Undoes the change; nil if that is impossible.
    package func remember(undo action: DeferredAction?, since time: Timestamp) {
        memory.withLock {
            $0.add(DialogueMemory.Undo(skill: UndoSkill.intent, action: action, since: time, turn: TurnID(rawValue: 0)))
        }
    }

    /// The last change, its time and how to undo it; nil if nothing was changed.
    package var undoable: (action: DeferredAction?, since: Timestamp)? {
        memory.withLock { memory in memory.current.undo.map { ($0.action, $0.since) } }
    }

    /// The command line's open question, if it asks for a missing value. A yes or a choice can be given only in this
    /// process.
    package var unanswered: UnansweredQuestion? {
        let memory = memory.withLock { $0.current.asking(.commandLine) }
        guard let time = memory.askedAt, let skill = memory.askingSkill, memory.proposal == nil, memory.choices.isEmpty
        else { return nil }
        return UnansweredQuestion(
            at: time, skill: skill, question: memory.question, reply: memory.lastReply, values: memory.values)
    }

    /// Lets the next request of the command line answer the question of another process.
    package func remember(_ question: UnansweredQuestion) {
        memory.withLock { $0.add(question) }
    }

    /// What the last request was about, for the next process; nil if it can't be referred to.
    package var lastTurn: KeptTurn? {
        let memory = memory.withLock(\.current)
        guard let last = memory.last, !last.text.isEmpty, !last.quotesHistory else { return nil }
        return KeptTurn(
            at: last.since, request: last.text, reply: memory.lastReply, subject: last.subject, subjects: last.subjects,
            about: last.about, result: last.result)
    }

    /// Lets the next request refer to the last one of another process. Blocks until the language files have been read.
    package func remember(_ turn: KeptTurn) {
        let utterance = Utterance(turn.request, dates: DateOrder(services.region))
        guard case .certain(let reading) = read(utterance) else { return }
        var last = LastTurn(reading, at: turn.at)
        (last.subject, last.subjects) = (turn.subject, turn.subjects)
        (last.about, last.result) = (turn.about, turn.result)
        last.amendment = turn.subject.flatMap(reading.skill.amendment)
        memory.withLock { [last] in $0.add(last, reply: turn.reply) }
    }

    public func dropQuestion() { memory.withLock { $0.dropQuestion() } }

    public func awaitsAnswer(of partner: DialoguePartner) -> Bool {
        let now = services.clock.now()
        return memory.withLock {
            $0.current.asking(partner).withoutOldQuestion(at: now, isAnswer: false).askedAt != nil
        }
    }
}
