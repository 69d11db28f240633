// SPDX-License-Identifier: GPL-3.0-or-later
// The questions that wait for their answers. May be used from any thread.

import JarvisPlatform
import Synchronization

/// Gives each question a number, and each answer to the one that waits for it. What comes too late is dropped.
final class PendingAnswers: Sendable {
    typealias Answer = Result<JSONObject, any Error>

    private enum Slot {
        /// Nothing has come, and nothing waits yet.
        case open
        case waiting(CheckedContinuation<JSONObject, any Error>)
        case settled(Answer)
    }

    private struct State {
        var last: Int64 = 0
        var slots: [Int64: Slot] = [:]
        /// Why there will be no more answers.
        var end: ChannelFailure?
    }

    private let state = Mutex(State())

    /// The number of a new question.
    func open() -> Int64 {
        state.withLock { state in
            state.last += 1
            state.slots[state.last] = state.end.map { .settled(.failure($0)) } ?? .open
            return state.last
        }
    }

    /// Waits for the answer to a question; to be called once for each. Ends early when the task is cancelled.
    func answer(to id: Int64) async throws -> JSONObject {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Answer? = state.withLock { state in
                    if case .settled(let answer) = state.slots[id] {
                        state.slots[id] = nil
                        return answer
                    }
                    state.slots[id] = .waiting(continuation)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            settle(id, .failure(CancellationError()))
        }
    }

    /// - Returns: False when nothing waits for it.
    @discardableResult
    func settle(_ id: Int64, _ answer: Answer) -> Bool {
        let (isAwaited, continuation) = state.withLock { state -> (Bool, CheckedContinuation<JSONObject, any Error>?) in
            switch state.slots[id] {
            case .open:
                state.slots[id] = .settled(answer)
                return (true, nil)
            case .waiting(let continuation):
                state.slots[id] = nil
                return (true, continuation)
            case .settled, nil: return (false, nil)
            }
        }
        continuation?.resume(with: answer)
        return isAwaited
    }

    /// No answer will come any more: for those that wait, and for those that are asked from now on.
    func end(_ failure: ChannelFailure) {
        let waiting = state.withLock { state in
            if state.end == nil { state.end = failure }
            return Array(state.slots.keys)
        }
        for id in waiting { settle(id, .failure(failure)) }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }
}
