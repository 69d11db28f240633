// SPDX-License-Identifier: GPL-3.0-or-later
// The agent that asks a language model what no skill can answer.

public import JarvisAgent
public import JarvisCore
import Synchronization

/// Answers by the language model that the user has chosen, clause by clause while it still writes. Without one it leaves
/// the request to the next agent.
public final class LanguageModelAgent: Agent {
    /// A model with its server.
    public typealias Source = @Sendable () async throws -> (server: LanguageModelServer, model: any LanguageModel)?

    /// What replies of a model are marked with in the history.
    public static let skill = "language-model"

    private let source: Source
    private let tools: SkillTools
    private let circumstances: @Sendable () -> ModelCircumstances
    private let reader: FailureReader
    /// The turns in which a model has read text of others: its replies may repeat it.
    private let quotingTurns = Mutex<Set<TurnID>>([])

    /// - Parameters:
    ///   - skills: What the model may use as tools.
    ///   - others: Tools besides the skills.
    ///   - circumstances: The circumstances at the moment of a question.
    ///   - reader: For whom failures are put into words.
    ///   - source: The model to ask; asked for with each question, since the user may choose another one.
    package init(
        skills: SkillAgent, others: (any ForeignTools)? = nil,
        circumstances: @escaping @Sendable () -> ModelCircumstances, reader: FailureReader, source: @escaping Source
    ) {
        self.source = source
        tools = SkillTools(skills: skills, others: others)
        self.circumstances = circumstances
        self.reader = reader
    }

    /// None: a model can be asked anything.
    public var commands: [CommandHelp] { [] }

    /// More than most models take; each cuts it to its own measure.
    public var contextBudget: ContextBudget { ContextBudget(turns: 20, characters: 24_000) }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [self] in try await answer(request, $0) }
    }

    private func answer(_ request: AgentRequest, _ report: @escaping @Sendable (AgentUpdate) -> Void) async throws {
        // A model would answer something to what was misheard, too.
        guard !request.isDoubtful else { return report(.notMine) }
        do {
            guard let (server, model) = try await source() else { return report(.notMine) }
            // What was asked cannot be taken back: the speaker may still go on.
            try await request.settlement.wait()
            let tools = await tools.offered(for: request, isRemote: server.remoteHost != nil)
            let instructions = ModelInstructions.text(circumstances(), prompt: server.prompt, hasTools: !tools.isEmpty)
            let messages =
                [ChatMessage(.system, instructions)]
                + ModelInstructions.alternating(
                    ModelInstructions.conversation(request.context, before: request.turn)
                        + [ChatMessage(.user, request.text)])
            let quoting = quotingTurns.withLock { $0 }
            // Orders in what was read earlier are orders still.
            let hasReadOthers =
                self.tools.holdsOthers(request.context) || request.context.contains { quoting.contains($0.turn) }
            let turn = ModelTurn(
                model: model, host: server.remoteHost, tools: self.tools, offered: tools, messages: messages,
                request: request,
                reader: reader, hasReadOthers: hasReadOthers,
                noteReading: { [self] in _ = quotingTurns.withLock { $0.insert(request.turn) } }, report: report)
            try await turn.run()
        } catch let failure as any ExplainedFailure {
            try Task.checkCancellation()
            report(.clause("I can't answer that myself."))
            say(failure, report)
        }
    }

    /// Tells the user of a failure, and that nothing more comes.
    private func say(_ failure: any ExplainedFailure, _ report: (AgentUpdate) -> Void) {
        let text = failure.explained(to: reader)
        for sentence in [text.whatHappened, text.whatToDo] where !sentence.isEmpty { report(.clause(sentence)) }
        report(.finished(ReplySummary(skill: nil)))
    }
}
