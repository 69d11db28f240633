// SPDX-License-Identifier: GPL-3.0-or-later
// Turns an agent's work into a stream of updates.

package import JarvisCore

extension AsyncThrowingStream<AgentUpdate, any Error> {
    /// Streams the updates that `work` reports until it returns or throws. Cancels `work` once the consumer stops
    /// reading.
    package static func updates(
        _ work: @escaping @Sendable (_ report: @escaping @Sendable (AgentUpdate) -> Void) async throws -> Void
    ) -> AsyncThrowingStream {
        AsyncThrowingStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task {
                do {
                    try await work { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
