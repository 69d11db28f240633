// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the last answers of services in memory, for as long as the program runs, so that a second question needs no
// request, and a bad line doesn't leave the user without an answer. Nothing is written to disk.

import JarvisCore
import JarvisNetwork
import Synchronization

final class AnswerMemory: Sendable {
    /// How long a kind of answer is good.
    struct Lifetime: Sendable {
        /// Until then, it is given without a request.
        var fresh: Duration
        /// Until then, it is given if the service can't be reached.
        var kept: Duration
    }

    private struct Entry {
        var answer: any Sendable
        var at: Duration
    }

    private static let most = 64
    /// How long to wait for a service while there is an earlier answer to give.
    private static let shortLimits = TransferLimits(
        connection: .seconds(2), answer: .seconds(2), pause: .seconds(2), total: .milliseconds(2_500))

    private let entries = Mutex<[String: Entry]>([:])
    private let now: @Sendable () -> Duration

    /// - Parameter now: The time on a clock that is never set.
    init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// A service's answer, or the one that it gave to the same question before.
    /// - Parameters:
    ///   - key: The question, with what else the answer depends on.
    ///   - ask: Asks the service within the limits, or with nil within the usual ones.
    /// - Returns: The answer, and its age in whole seconds.
    func answer<Answer: Sendable>(
        to key: String, _ lifetime: Lifetime, ask: (TransferLimits?) async throws -> Answer?
    ) async throws -> (answer: Answer?, age: Int) {
        let known = entries.withLock { $0[key] }
        let earlier = known.flatMap { entry in (entry.answer as? Answer).map { ($0, now() - entry.at) } }
        if let (answer, age) = earlier, age < lifetime.fresh { return (answer, Self.seconds(age)) }
        do {
            let isUsable = earlier.map { $0.1 < lifetime.kept } ?? false
            let answer = try await ask(isUsable ? Self.shortLimits : nil)
            if let answer { remember(answer, for: key) }
            return (answer, 0)
        } catch {
            let failure = (error as? OnlineFailure) ?? (error as? OnlineAnswerError)?.failure
            guard failure?.mayPass == true, let (answer, age) = earlier, age < lifetime.kept else { throw error }
            return (answer, Self.seconds(age))
        }
    }

    private func remember(_ answer: any Sendable, for key: String) {
        let time = now()
        entries.withLock { entries in
            if entries.count >= Self.most, entries[key] == nil {
                let oldest = entries.min { $0.value.at < $1.value.at }
                if let oldest { entries[oldest.key] = nil }
            }
            entries[key] = Entry(answer: answer, at: time)
        }
    }

    private static func seconds(_ age: Duration) -> Int { Int(clamping: age.components.seconds) }
}
