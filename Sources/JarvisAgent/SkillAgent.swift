// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in mind: finds the skill for an utterance, runs it, and streams its reply sentence by sentence.

public import JarvisCore
package import JarvisPlatform
package import JarvisUnderstanding
import Synchronization

/// Answers by skills alone, without any network.
public final class SkillAgent: Agent {
    /// The skills, with their patterns read.
    let catalogue: SkillCatalogue
    let services: SkillServices
    let applications: ApplicationCatalogue
    let memory = Mutex(Recollection())
    /// What replies have told of damaged files.
    let toldDamage: Mutex<Set<Notice>>
    let understanding: UnderstandingLoader
    /// The skills as tools, once they have been asked for: making them takes longer than reading a request.
    let toolIndex: Mutex<[IndexedTool]?> = Mutex(nil)

    /// An agent with these skills, in the order in which they are preferred, and its own for "stop" and "undo".
    /// - Parameter resources: Where the files of the language are.
    package convenience init(
        services: SkillServices, skills: [any Skill], resources: ResourceLocator = .standard()
    ) {
        self.init(services: services, skills: skills) { .read("en", from: resources) }
    }

    /// An agent that is told how to read its language.
    /// - Parameter language: reads the files of the language, once, when it is warmed up or first asked.
    package init(
        services: SkillServices, skills: [any Skill], language: @escaping @Sendable () -> LanguagePack
    ) {
        self.services = services
        // What was found at the start is told at the start.
        toldDamage = Mutex(Set(services.settingsDamage))
        applications = ApplicationCatalogue(services.launcher)
        catalogue = SkillCatalogue(skills)
        understanding = UnderstandingLoader(catalogue, read: language)
    }

    /// One with the same skills that knows nothing of this one's conversation.
    public func apart() -> SkillAgent { SkillAgent(apartFrom: self) }

    private init(apartFrom other: SkillAgent) {
        services = other.services
        toldDamage = Mutex(Set(other.services.settingsDamage))
        applications = other.applications
        catalogue = other.catalogue
        understanding = other.understanding
    }

    /// Reads a request as the agent would, without doing anything; waits for files where they have not been read.
    func read(_ utterance: Utterance) -> Interpretation {
        understanding.current().read(utterance, applications: applications.refreshed())
    }

    /// The words of a request, with dates in the region's order.
    func utterance(of request: AgentRequest) -> Utterance {
        Utterance(request.text, dates: DateOrder(services.region))
    }

    /// The commands, in the order of the Commands list.
    public var commands: [CommandHelp] { catalogue.commands }

    /// Asks every skill at once: some look at files or at other programs.
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
        stream { [self] in try await tellingDamage(try await answer(request), request) }
    }

    /// An answer as updates.
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

    /// Forgets what the conversation was about: what comes next is its beginning.
    public func forget() { memory.withLock { $0 = Recollection() } }

    public func dropQuestion() { memory.withLock { $0.dropQuestion() } }
}
