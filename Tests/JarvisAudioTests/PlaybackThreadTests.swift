// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisPlatform
import JarvisTesting
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
            let start = ContinuousClock.now
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
            await yieldUntil { attempts.value.load(ordering: .relaxed) >= 4 }
            #expect(ContinuousClock.now - start >= .milliseconds(300), "it pauses after each attempt")
            mailbox.post(.quit)
            for await _ in ended {}
        }
    }
}
