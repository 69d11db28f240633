// SPDX-License-Identifier: GPL-3.0-or-later
// Brings the user's answers to an agent that waits for them.

import Synchronization

/// The answers to the consents that one request needs.
public final class ConsentAnswers: Sendable {
    private struct State {
        var answers: [ConsentID: ConsentAnswer] = [:]
        var waiting: [ConsentID: CheckedContinuation<ConsentAnswer, any Error>] = [:]
        var cancelled: Set<ConsentID> = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The user has answered. The first answer counts.
    public func answer(_ id: ConsentID, _ answer: ConsentAnswer) {
        let waiting = state.withLock { state in
            guard state.answers[id] == nil else { return nil as CheckedContinuation<ConsentAnswer, any Error>? }
            state.answers[id] = answer
            return state.waiting.removeValue(forKey: id)
        }
        waiting?.resume(returning: answer)
    }

    /// Returns once the user has answered; one caller at a time for each identity.
    /// - Throws: `CancellationError` when the task was cancelled, as it is when the turn has ended.
    public func wait(for id: ConsentID) async throws -> ConsentAnswer {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<ConsentAnswer, any Error>? in
                    if let answer = state.answers[id] { return .success(answer) }
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    state.waiting[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: id)
                // The cancellation came before the wait.
                if waiting == nil { state.cancelled.insert(id) }
                return waiting
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
