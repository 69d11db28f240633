// SPDX-License-Identifier: GPL-3.0-or-later
// Answers requests that no skill handles, through the user's language model.

public import JarvisAgent
public import JarvisCore
import Synchronization

/// Answers with the user's language model, clause by clause as the answer arrives. Without a model it leaves the
/// request to the next agent.
public final class LanguageModelAgent: Agent {
    /// Returns the server and the model to ask; nil if the user has chosen none.
    public typealias Source = @Sendable () async throws -> (server: LanguageModelServer, model: any LanguageModel)?

    /// The skill name in the summaries of a model's replies, which the history stores.
    public static let skill = "language-model"

    private let source: Source
    private let tools: SkillTools
    private let circumstances: @Sendable () -> ModelCircumstances
    private let reader: FailureReader
    /// Turns in which a model read text from others; its replies may repeat it.
    private let quotingTurns = Mutex<Set<TurnID>>([])

    /// - Parameters:
    ///   - skills: Offered to the model as tools.
    ///   - others: Tools besides the skills.
    ///   - circumstances: The current circumstances.
    ///   - reader: Turns failures into text for the user.
    ///   - source: Returns the model to use; called for each question, since the user may switch models.
    package init(
        skills: SkillAgent, others: (any ForeignTools)? = nil,
        circumstances: @escaping @Sendable () -> ModelCircumstances, reader: FailureReader, source: @escaping Source
    ) {
        self.source = source
        tools = SkillTools(skills: skills, others: others)
        self.circumstances = circumstances
        self.reader = reader
    }

    /// Empty: a model accepts any question, so there are no commands to list.
    public var commands: [CommandHelp] { [] }

    /// More than most models can take; each client drops the oldest turns until the conversation fits its model.
    public var contextBudget: ContextBudget { ContextBudget(turns: 20, characters: 24_000) }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [self] in try await answer(request, $0) }
    }

    private func answer(_ request: AgentRequest, _ report: @escaping @Sendable (AgentUpdate) -> Void) async throws {
        // A model would answer misheard words as if they had been said.
        guard !request.isDoubtful else { return report(.notMine) }
        do {
            guard let (server, model) = try await source() else { return report(.notMine) }
            // A question can't be withdrawn once sent, so wait until the speaker has certainly finished.
            try await request.settlement.wait()
            let tools = await tools.offered(for: request, isRemote: server.remoteHost != nil)
            let instructions = ModelInstructions.text(circumstances(), prompt: server.prompt, hasTools: !tools.isEmpty)
            let messages =
                [ChatMessage(.system, instructions)]
                + ModelInstructions.alternating(
                    ModelInstructions.conversation(request.context, before: request.turn)
                        + [ChatMessage(.user, request.text)])
            let quoting = quotingTurns.withLock { $0 }
            // Text read earlier is still in the context, with any instructions hidden in it.
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

    /// Reports a failure to the user, and ends the answer.
    private func say(_ failure: any ExplainedFailure, _ report: (AgentUpdate) -> Void) {
        let text = failure.explained(to: reader)
        for sentence in [text.whatHappened, text.whatToDo] where !sentence.isEmpty { report(.clause(sentence)) }
        report(.finished(ReplySummary(skill: nil)))
    }
}
