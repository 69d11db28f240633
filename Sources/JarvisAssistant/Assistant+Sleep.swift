// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares for the computer's sleep: closes the microphone and stores speech in progress.

import JarvisConversation
import JarvisCore

extension Assistant {
    /// Ends and stores speech in progress and holds a call, because the computer is about to sleep. Returns once that
    /// is done, once the computer is awake again, or after the limit.
    /// - Parameter limit: How long to wait for the conversation, and then again for the disk.
    public func prepareForSleep(within limit: Duration) async {
        send(.sleepChanged(true))
        let (settled, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = observe { state in if state.isReadyForSleep || !state.isAsleep { tell.yield() } }
        let clock = ports.clock
        let timer = Task {
            try? await clock.sleep(for: limit)
            tell.yield()
        }
        for await _ in settled { break }
        timer.cancel()
        withExtendedLifetime(observation) {}
        // Writing takes a moment, but do not wait for a disk that hangs.
        await withTaskGroup(of: Void.self) { group in
            let saves = saves
            group.addTask { await saves?.value }
            group.addTask { try? await clock.sleep(for: limit) }
            _ = await group.next()
            group.cancelAll()
        }
    }
}

extension AssistantState {
    /// True if sleeping now would lose nothing: no speech in progress, and none left to recognize.
    fileprivate var isReadyForSleep: Bool {
        guard !microphone.isOpen, !microphone.isCapturing else { return false }
        switch phase {
        case .recording, .held, .transcribing: return false
        case .idle, .listening, .thinking, .speaking: return true
        }
    }
}
