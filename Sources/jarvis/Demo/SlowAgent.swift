// SPDX-License-Identifier: GPL-3.0-or-later
// Delays answers for a picture of JARVIS thinking, because the built-in skills answer within a frame.

import JarvisCore
import Synchronization

/// Forwards requests, after a delay if one is set.
final class SlowAgent: Agent {
    private let inner: any Agent
    private let delay = Mutex(Duration.zero)

    init(_ inner: any Agent) {
        self.inner = inner
    }

    var commands: [CommandHelp] { inner.commands }

    func setDelay(_ delay: Duration) { self.delay.withLock { $0 = delay } }

    func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        let delay = delay.withLock { $0 }
        guard delay > .zero else { return inner.respond(to: request) }
        return AsyncThrowingStream { continuation in
            let task = Task { [inner] in
                do {
                    try await Task.sleep(for: delay)
                    for try await update in inner.respond(to: request) { continuation.yield(update) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
