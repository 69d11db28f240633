// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one question to a model until it is answered: text becomes clauses, and the model continues with the results of
// its tool calls.

import JarvisAgent
import JarvisCore
import JarvisPlatform

struct ModelTurn: Sendable {
    let model: any LanguageModel
    /// The other computer that runs the model; nil for this one.
    let host: String?
    let tools: SkillTools
    let offered: OfferedTools
    let messages: [ChatMessage]
    let request: AgentRequest
    let reader: FailureReader
    /// The conversation contains text from others, such as web pages and tool results, which may hide instructions.
    let hasReadOthers: Bool
    /// Called when the model reads text from others.
    let noteReading: @Sendable () -> Void
    let report: @Sendable (AgentUpdate) -> Void

    /// The most answers in a turn, after which a model that keeps calling tools is stopped.
    private static let mostRounds = 5
    /// The most tool calls in a turn, counting all of its answers.
    private static let mostCalls = 8
    private static let loading: ToolCallID = "load-model"

    /// The state of the turn. Once something has been said, failures are reported after it.
    private struct Progress {
        var hasSpoken = false
        var isLoading = false
        var mistakes = 0
        var calls = 0
        var hasReadOthers = false
        /// The model has read text from others since this question was asked.
        var hasReadNow = false
        /// A skill has changed something and reported the change to the user.
        var isChangeTold = false
        /// Results that the model has received and not yet passed on to the user.
        var untold: [String] = []
    }

    /// - Throws: `LanguageModelFailure` if nothing has been said or done yet, or `CancellationError`. Later failures
    ///   are reported as part of the answer.
    func run() async throws {
        var progress = Progress()
        progress.hasReadOthers = hasReadOthers
        var messages = messages
        do {
            for _ in 0..<Self.mostRounds {
                let (text, calls) = try await answer(to: messages, &progress)
                guard !calls.isEmpty else {
                    return report(.finished(ReplySummary(skill: LanguageModelAgent.skill)))
                }
                messages.append(ChatMessage(.assistant, text, toolCalls: calls))
                for call in calls {
                    guard let result = try await result(of: call, &progress) else { return }
                    messages.append(ChatMessage(resultOf: call, result))
                }
            }
            throw LanguageModelFailure(model: model.name, kind: .withoutEnd)
        } catch let failure as LanguageModelFailure {
            let isDone = !progress.untold.isEmpty || progress.isChangeTold
            guard progress.hasSpoken || isDone else { throw failure }
            try Task.checkCancellation()
            // The model can no longer report the results of its calls.
            tellResults(&progress)
            if isDone, failure.kind == .empty {
                return report(.finished(ReplySummary(skill: LanguageModelAgent.skill)))
            }
            report(.clause("The rest is missing."))
            let text = failure.explained(to: reader)
            for sentence in [text.whatHappened, text.whatToDo] where !sentence.isEmpty { report(.clause(sentence)) }
            report(.finished(ReplySummary(skill: LanguageModelAgent.skill)))
        }
    }

    /// Asks the model for one answer, and reports its clauses as soon as they are complete.
    private func answer(
        to messages: [ChatMessage], _ progress: inout Progress
    ) async throws -> (text: String, calls: [ChatToolCall]) {
        var splitter = ClauseSplitter()
        var (text, calls): (String, [ChatToolCall]) = ("", [])
        let request = ChatRequest(messages: messages, tools: offered.chatTools)
        for try await update in model.answer(request) {
            switch update {
            case .waiting(let isLoading):
                if isLoading, !progress.isLoading {
                    progress.isLoading = true
                    report(.tool(ToolCall(id: Self.loading, title: "Load the model of \(model.name)")))
                }
                report(.progress)
            case .text(let piece):
                endLoading(&progress)
                text += piece
                for clause in splitter.add(piece) { say(clause, &progress) }
            case .toolCalls(let found): calls = found
            case .finished:
                endLoading(&progress)
                if let rest = splitter.finish() { say(rest, &progress) }
            }
        }
        // A cancelled iteration ends without an error, so check for a cancellation.
        try Task.checkCancellation()
        return (text, calls)
    }

    private func say(_ clause: String, _ progress: inout Progress) {
        let trimmed = clause.trimmed
        guard !trimmed.isEmpty else { return }
        progress.hasSpoken = true
        progress.untold = []
        report(.clause(trimmed))
    }

    /// Reports the results of calls that the model has not passed on to the user.
    private func tellResults(_ progress: inout Progress) {
        for clause in progress.untold { report(.clause(clause)) }
        progress.untold = []
    }

    private func tellChange(_ clauses: [String], _ progress: inout Progress) {
        progress.isChangeTold = true
        for clause in clauses { report(.clause(clause)) }
    }

    private func endLoading(_ progress: inout Progress) {
        guard progress.isLoading else { return }
        progress.isLoading = false
        report(.tool(ToolCall(id: Self.loading, title: "Load the model of \(model.name)", status: .succeeded)))
    }

    /// Carries out a call and returns its result for the model; nil if the turn ends with a question to the user.
    private func result(of call: ChatToolCall, _ progress: inout Progress) async throws -> String? {
        progress.calls += 1
        let id = ToolCallID(rawValue: "call-\(progress.calls)")
        if let tool = offered.foreign.first(where: { $0.name == call.name }) {
            return try await result(of: call, with: tool, id, &progress)
        }
        let title = "Use \(call.name.replacing("_", with: " "))"
        report(.tool(ToolCall(id: id, title: title)))
        let outcome: ToolOutcome
        do {
            outcome = try await self.outcome(of: call, &progress)
        } catch let failure as LanguageModelFailure {
            let reason = failure.explained(to: reader).whatHappened
            report(.tool(ToolCall(id: id, title: title, status: .failed(reason: reason))))
            throw failure
        }
        let status: ToolCall.Status =
            if case .refused(let reason) = outcome { .failed(reason: reason) } else { .succeeded }
        report(.tool(ToolCall(id: id, title: title, status: status)))
        switch outcome {
        case .refused(let reason): return reason
        case .done(let clauses, let kind, let quotesOthers):
            if quotesOthers { noteReading(&progress) }
            let told = clauses.isEmpty ? ["Done."] : clauses
            if kind.isHarmless {
                progress.untold += told
            } else {
                // Report changes in the skill's own words, because the model might report them wrongly or not at all.
                tellChange(told, &progress)
            }
            return SkillTools.result(clauses, of: kind)
        case .question(let clauses, let summary):
            tellResults(&progress)
            for clause in clauses { say(clause, &progress) }
            report(.finished(summary))
            return nil
        }
    }

    /// Carries out a call of a tool from a tool server, which reports its own progress.
    private func result(
        of call: ChatToolCall, with tool: ForeignTool, _ id: ToolCallID, _ progress: inout Progress
    ) async throws -> String {
        let values: JSONObject
        switch try checked(call, &progress) {
        case .values(let given): values = given
        case .refused(let reason): return reason
        }
        let reader = ResultReader(
            hasReadInTurn: progress.hasReadNow, hasReadBefore: progress.hasReadOthers, host: host)
        guard let others = tools.others else { return "There is no tool \"\(call.name)\"." }
        switch try await others.use(tool, values, as: id, in: request, for: reader, report) {
        case .refused(let reason): return reason
        case .done(let result, let told):
            noteReading(&progress)
            progress.untold.append(told)
            return result
        }
    }

    private func noteReading(_ progress: inout Progress) {
        (progress.hasReadOthers, progress.hasReadNow) = (true, true)
        noteReading()
    }

    private func asker(_ progress: Progress) -> Asker {
        if progress.hasReadOthers { return .modelThatRead }
        return offered.foreign.isEmpty ? .model : .modelWithTools
    }

    private enum CheckedCall {
        case values(JSONObject)
        case refused(String)
    }

    private func checked(_ call: ChatToolCall, _ progress: inout Progress) throws -> CheckedCall {
        guard progress.calls <= Self.mostCalls else {
            return .refused("Not done: there were too many calls. Answer the user now.")
        }
        guard let values = call.values else {
            progress.mistakes += 1
            guard progress.mistakes == 1 else {
                throw LanguageModelFailure(model: model.name, kind: .unreadableCall(tool: call.name))
            }
            return .refused("Not done: the arguments are not a JSON object. Call the tool again with a JSON object.")
        }
        return .values(values)
    }

    private func outcome(of call: ChatToolCall, _ progress: inout Progress) async throws -> ToolOutcome {
        let values: JSONObject
        switch try checked(call, &progress) {
        case .values(let given): values = given
        case .refused(let reason): return .refused(reason)
        }
        return try await tools.use(
            call, values, among: offered.skills, in: request, by: asker(progress), report)
    }
}
