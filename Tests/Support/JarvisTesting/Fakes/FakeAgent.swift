// SPDX-License-Identifier: GPL-3.0-or-later
// An agent that answers as the test tells it to.

public import JarvisCore
import Synchronization

/// An agent that answers from a script.
public final class FakeAgent: Agent {
    private struct State {
        var clauses = ["It is noon."]
        var summary = ReplySummary(skill: "time")
        var failure: AgentFailure?
        var isSilent = false
        var preparesAnswers = false
        var forecast: String?
        var requests: [AgentRequest] = []
        var droppedQuestions = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var requests: [AgentRequest] { state.withLock { $0.requests } }
    public var commands: [CommandHelp] {
        [
            CommandHelp(
                skill: "time", title: "Time", summary: "Tells the time.", examples: ["what time is it"],
                icon: "preferences-system-time-symbolic")
        ]
    }

    public func answer(_ clauses: [String], summary: ReplySummary = ReplySummary(skill: "time")) {
        state.withLock { state in
            state.clauses = clauses
            state.summary = summary
        }
    }

    /// How often the open question was dismissed.
    public var droppedQuestions: Int { state.withLock { $0.droppedQuestions } }
    public func dropQuestion() { state.withLock { $0.droppedQuestions += 1 } }

    public func fail(with failure: AgentFailure?) { state.withLock { $0.failure = failure } }

    /// If true, answers never come.
    public func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

    /// If true, answers are prepared in advance.
    public func setPreparesAnswers(_ prepares: Bool) { state.withLock { $0.preparesAnswers = prepares } }

    public func canPrepare(_ request: AgentRequest) -> Bool { state.withLock { $0.preparesAnswers } }

    /// Sets the expected beginning of answers that are not prepared.
    public func setForecast(_ text: String?) { state.withLock { $0.forecast = text } }

    public func forecast(of request: AgentRequest) async -> String? { state.withLock { $0.forecast } }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        let script = state.withLock { state in
            state.requests.append(request)
            return (state.clauses, state.summary, state.failure, state.isSilent)
        }
        return AsyncThrowingStream { continuation in
            if script.3 { return }
            if let failure = script.2 {
                continuation.finish(throwing: failure)
                return
            }
            for clause in script.0 { continuation.yield(.clause(clause)) }
            continuation.yield(.finished(script.1))
            continuation.finish()
        }
    }
}
