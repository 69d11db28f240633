// SPDX-License-Identifier: GPL-3.0-or-later
// An agent that plays a script: at once, after a time, or after the user's consent.

public import JarvisCore
import Synchronization

/// Answers every request from a script.
public final class ScriptedAgent: Agent {
    public enum Step: Sendable {
        case update(AgentUpdate)
        /// Waits this long by the given clock.
        case wait(Duration)
        /// Asks for consent and continues with the steps for the answer.
        case consent(ConsentRequest, granted: [Step], denied: [Step])
        case failure(AgentFailure)
        /// Works until it is cancelled.
        case forever
    }

    private struct State {
        var steps: [Step] = []
        var budget = ContextBudget.short
        var requests: [AgentRequest] = []
        var wasCancelled = false
    }

    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    public var commands: [CommandHelp] { [] }
    public var contextBudget: ContextBudget { state.withLock { $0.budget } }
    public var requests: [AgentRequest] { state.withLock { $0.requests } }
    /// True if the iteration of an answer was ended before the script.
    public var wasCancelled: Bool { state.withLock { $0.wasCancelled } }

    public func play(_ steps: [Step], budget: ContextBudget = .short) {
        state.withLock { ($0.steps, $0.budget) = (steps, budget) }
    }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        let steps = state.withLock { state in
            state.requests.append(request)
            return state.steps
        }
        return AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await run(steps, request, continuation)
                    continuation.finish()
                } catch {
                    if error is CancellationError { state.withLock { $0.wasCancelled = true } }
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(
        _ steps: [Step], _ request: AgentRequest,
        _ continuation: AsyncThrowingStream<AgentUpdate, any Error>.Continuation
    ) async throws {
        for step in steps {
            switch step {
            case .update(let update): continuation.yield(update)
            case .wait(let duration): try await clock.sleep(for: duration)
            case .consent(let consent, let granted, let denied):
                continuation.yield(.consentNeeded(consent))
                let answer = try await request.consents.wait(for: consent.id)
                try await run(answer == .granted ? granted : denied, request, continuation)
            case .failure(let failure): throw failure
            case .forever: try await Task.sleep(for: .seconds(3600))
            }
        }
    }
}
