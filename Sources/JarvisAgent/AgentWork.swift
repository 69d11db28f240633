// SPDX-License-Identifier: GPL-3.0-or-later
// An agent's work as the stream of its updates.

package import JarvisCore

extension AsyncThrowingStream<AgentUpdate, any Error> {
    /// The updates that work reports until it returns or throws; the work is cancelled as soon as they are not read any more.
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
