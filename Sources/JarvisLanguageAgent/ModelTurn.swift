// SPDX-License-Identifier: GPL-3.0-or-later
// One question to a model until it is answered: text becomes clauses, calls become results, and the model is asked again
// with those.

import JarvisAgent
import JarvisCore
import JarvisLanguageModels

struct ModelTurn: Sendable {
    let model: any LanguageModel
    let tools: SkillTools
    let offered: [ChatTool]
    let messages: [ChatMessage]
    let request: AgentRequest
    let reader: FailureReader
    let report: @Sendable (AgentUpdate) -> Void

    /// A model that goes on calling tools is stopped after this many answers.
    private static let mostRounds = 5
    private static let loading: ToolCallID = "load-model"

    /// Something has been said: what goes wrong then is told behind it.
    private struct Progress {
        var hasSpoken = false
        var isLoading = false
        var mistakes = 0
        var hasReadOthers = false
    }

    /// - Throws: `LanguageModelFailure` before anything was said, or `CancellationError`.
    func run() async throws {
        var progress = Progress()
        var messages = messages
        do {
            for _ in 0..<Self.mostRounds {
                let (text, calls) = try await answer(to: messages, &progress)
                guard !calls.isEmpty else {
                    return report(.finished(ReplySummary(skill: LanguageModelAgent.skill)))
                }
                messages.append(ChatMessage(.assistant, text, toolCalls: calls))
                for (number, call) in calls.enumerated() {
                    guard let result = try await result(of: call, number, &progress) else { return }
                    messages.append(ChatMessage(resultOf: call, result))
                }
            }
            throw LanguageModelFailure(model: model.name, kind: .endlessCalls)
        } catch let failure as LanguageModelFailure {
            guard progress.hasSpoken else { throw failure }
            try Task.checkCancellation()
            report(.clause("The rest is missing."))
            let text = failure.explained(to: reader)
            for sentence in [text.whatHappened, text.whatToDo] where !sentence.isEmpty { report(.clause(sentence)) }
            report(.finished(ReplySummary(skill: LanguageModelAgent.skill)))
        }
    }

    /// One answer of the model; its clauses are told as soon as they are whole.
    private func answer(
        to messages: [ChatMessage], _ progress: inout Progress
    ) async throws -> (text: String, calls: [ChatToolCall]) {
        var splitter = ClauseSplitter()
        var (text, calls): (String, [ChatToolCall]) = ("", [])
        for try await update in model.answer(ChatRequest(messages: messages, tools: offered)) {
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
        // The iteration also ends, without an error, when its task is cancelled.
        try Task.checkCancellation()
        return (text, calls)
    }

    private func say(_ clause: String, _ progress: inout Progress) {
        let trimmed = clause.trimmed
        guard !trimmed.isEmpty else { return }
        progress.hasSpoken = true
        report(.clause(trimmed))
    }

    private func endLoading(_ progress: inout Progress) {
        guard progress.isLoading else { return }
        progress.isLoading = false
        report(.tool(ToolCall(id: Self.loading, title: "Load the model of \(model.name)", status: .succeeded)))
    }

    /// What a call came to, for the model; nil when the turn has ended with a question to the user.
    private func result(of call: ChatToolCall, _ number: Int, _ progress: inout Progress) async throws -> String? {
        guard let values = call.values else {
            progress.mistakes += 1
            guard progress.mistakes == 1 else {
                throw LanguageModelFailure(model: model.name, kind: .unreadableCall(tool: call.name))
            }
            return "Not done: the arguments are not a JSON object. Call the tool again with a JSON object."
        }
        let id = ToolCallID(rawValue: "\(call.id)-\(number)")
        let title = "Use \(call.name.replacing("_", with: " "))"
        report(.tool(ToolCall(id: id, title: title)))
        let outcome = try await tools.use(call, values, in: request, hasReadOthers: progress.hasReadOthers)
        report(.tool(ToolCall(id: id, title: title, status: .succeeded)))
        switch outcome {
        case .result(let text, let quotesOthers):
            if quotesOthers { progress.hasReadOthers = true }
            return text
        case .question(let clauses, let summary):
            for clause in clauses { say(clause, &progress) }
            report(.finished(summary))
            return nil
        }
    }
}
