// SPDX-License-Identifier: GPL-3.0-or-later
// Delivers a clause for synthesizers that wait on a server or another program.

/// Makes a clause's stream, filled by a task that is cancelled once the stream has no listener.
public enum ClauseStream {
    /// - Parameter fill: Delivers the sound; a `ServerFailure` that it throws ends the stream as `SynthesisFailure`.
    public static func make(
        _ fill: @escaping @Sendable (AsyncThrowingStream<SynthesizedAudio, any Error>.Continuation) async throws -> Void
    ) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        // Unbounded: the server's own limits bound a clause, and dropped pieces would be audible.
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: SynthesizedAudio.self, throwing: (any Error).self, bufferingPolicy: .unbounded)
        let task = Task {
            do {
                try await fill(continuation)
                continuation.finish()
            } catch let failure as ServerFailure {
                continuation.finish(throwing: SynthesisFailure.serverFailed(failure))
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
