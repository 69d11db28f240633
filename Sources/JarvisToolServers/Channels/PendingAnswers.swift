// SPDX-License-Identifier: GPL-3.0-or-later
// Requests that wait for replies. May be used from any thread.

import JarvisPlatform
import Synchronization

/// Numbers the requests, and delivers each reply to its waiting request. Late replies are dropped.
final class PendingAnswers: Sendable {
    typealias Answer = Result<JSONObject, any Error>

    private enum Slot {
        /// Neither a reply nor a waiting request yet.
        case open
        case waiting(CheckedContinuation<JSONObject, any Error>)
        case settled(Answer)
    }

    private struct State {
        var last: Int64 = 0
        var slots: [Int64: Slot] = [:]
        /// The reason why no more replies will come.
        var end: ChannelFailure?
    }

    private let state = Mutex(State())

    /// The number for a new request.
    func open() -> Int64 {
        state.withLock { state in
            state.last += 1
            state.slots[state.last] = state.end.map { .settled(.failure($0)) } ?? .open
            return state.last
        }
    }

    /// Waits for the reply to a request; call once for each. Ends early when the task is cancelled.
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

    /// Delivers a reply or failure to the request with this number.
    /// - Returns: False if no request waits for it.
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

    /// Delivers a failure that names no request, if it can only mean one.
    func settleOnly(_ failure: any Error) {
        let waiting = state.withLock { state in
            state.slots.compactMap { (id, slot) -> Int64? in
                if case .settled = slot { nil } else { id }
            }
        }
        if waiting.count == 1 { settle(waiting[0], .failure(failure)) }
    }

    /// Fails all waiting and future requests.
    func end(_ failure: ChannelFailure) {
        let waiting = state.withLock { state in
            if state.end == nil { state.end = failure }
            return Array(state.slots.keys)
        }
        for id in waiting { settle(id, .failure(failure)) }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }
}
