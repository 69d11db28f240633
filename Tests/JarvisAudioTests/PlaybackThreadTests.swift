// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import Synchronization
import Testing

@testable import JarvisAudio

extension AudioTests {
    /// The playback thread when it cannot connect.
    @Suite(.timeLimit(.minutes(3)))
    struct PlaybackThreadTests {
        /// A counter for any thread.
        private final class Counter: Sendable {
            let value = Atomic(0)
        }

        /// A main loop can't be created if the process has run out of file descriptors.
        @Test func aThreadWithoutAMainLoopRetriesSlowlyAndStillEnds() async throws {
            let mailbox = PlaybackMailbox()
            let attempts = Counter()
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            WorkerThread(name: "playback").async {
                PlaybackThread(mailbox: mailbox, meters: AudioMeters(), reference: nil) { () throws(AudioFailure) in
                    attempts.value.add(1, ordering: .relaxed)
                    throw .serverUnavailable(reason: "no descriptors")
                }.run()
                end.finish()
            }
            try await Task.sleep(for: .milliseconds(500))
            #expect((1...20).contains(attempts.value.load(ordering: .relaxed)))
            mailbox.post(.quit)
            for await _ in ended {}
        }
    }
}
