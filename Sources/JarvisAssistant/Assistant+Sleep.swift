// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be done before the computer sleeps: the microphone is closed, and what was being said is kept.

import JarvisConversation
import JarvisCore

extension Assistant {
    /// The computer is about to sleep. What is being said ends here and is kept, and a call is held.
    /// - Parameter limit: how long that may take.
    /// - Returns: once it is done, once the computer is awake again, or once the time is over.
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
        // What is written takes a moment, and a disk that hangs is not waited for.
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
    /// True when nothing would be lost now: nothing is heard, and all that was heard has been understood.
    fileprivate var isReadyForSleep: Bool {
        guard !microphone.isOpen, !microphone.isCapturing else { return false }
        switch phase {
        case .recording, .held, .transcribing: return false
        case .idle, .listening, .thinking, .speaking: return true
        }
    }
}
