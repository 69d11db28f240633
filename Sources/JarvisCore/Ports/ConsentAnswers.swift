// SPDX-License-Identifier: GPL-3.0-or-later
// Delivers the user's consent to a waiting agent.

import Synchronization

/// The answers to one request's consent questions.
public final class ConsentAnswers: Sendable {
    private struct State {
        var answers: [ConsentID: ConsentAnswer] = [:]
        var waiting: [ConsentID: CheckedContinuation<ConsentAnswer, any Error>] = [:]
        var cancelled: Set<ConsentID> = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Records the user's answer to a question. Later answers to the same question are ignored.
    public func answer(_ id: ConsentID, _ answer: ConsentAnswer) {
        let waiting = state.withLock { state in
            guard state.answers[id] == nil else { return nil as CheckedContinuation<ConsentAnswer, any Error>? }
            state.answers[id] = answer
            return state.waiting.removeValue(forKey: id)
        }
        waiting?.resume(returning: answer)
    }

    /// Returns once the user has answered; one caller at a time per identity.
    /// - Throws: `CancellationError` if the task is cancelled, for example because the turn has ended.
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
