// SPDX-License-Identifier: GPL-3.0-or-later
// What the synthesizers outside of the program have in common: a task that fills the stream of one clause.

import Glibc
import JarvisCore
import Synchronization

/// The stream of a clause, filled by a task that ends when nobody listens any more.
enum ClauseStream {
    /// - Parameter fill: Delivers the sound; a `ServerFailure` that it throws ends the stream as `SynthesisFailure`.
    static func make(
        _ fill: @escaping @Sendable (AsyncThrowingStream<SynthesizedAudio, any Error>.Continuation) async throws -> Void
    ) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        // Unbounded: the server's own limits bound a clause, and dropping pieces would be heard.
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

/// How fast a voice speaks, learned from clause to clause.
final class SpeakingPace: Sendable {
    private let pace = Mutex(SoundAssembly.usualPace)

    /// Seconds per unit of weight at normal speed.
    var current: Double { pace.withLock { $0 } }

    func learn(_ measured: Double?, atSpeed speed: Double) {
        guard let measured else { return }
        pace.withLock { $0 += (measured * speed - $0) / 2 }
    }
}

extension Prosody {
    /// The factor by which sound is played faster to reach the pitch; the engine's speed has to make up for it.
    var rateFactor: Double { Self.factor(semitones: pitch) }

    private static func factor(semitones: Double) -> Double { exp2(semitones / 12) }
}
