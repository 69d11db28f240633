// SPDX-License-Identifier: GPL-3.0-or-later
// Passes commands from the player's callers to the playback thread.

import JarvisCore
import Synchronization

/// A command for the playback thread.
enum PlaybackCommand: Sendable {
    case prepare(device: String?)
    case begin(device: String?, reply: Int, handler: @Sendable (PlaybackEvent) -> Void)
    case enqueue(SynthesizedAudio, clause: Int)
    case gain(Double)
    case finish
    case stop
    case quit
}

/// Commands in order. The lock is held only for a few instructions, never while sound is being written.
final class PlaybackMailbox: Sendable {
    private struct Contents: Sendable {
        var commands: [PlaybackCommand] = []
        /// Counts replies and stops, to recognize events of an older reply.
        var reply = 0
    }

    let waker = MainLoopWaker()
    private let contents = Mutex(Contents())

    func begin(device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        contents.withLock { contents in
            contents.reply += 1
            contents.commands.append(.begin(device: device, reply: contents.reply, handler: handler))
        }
        waker.wake()
    }

    func stop() {
        contents.withLock { contents in
            contents.reply += 1
            // Drops sound that the thread has not taken yet; a later `begin` comes after the stop.
            contents.commands = [.stop]
        }
        waker.wake()
    }

    func post(_ command: PlaybackCommand) {
        contents.withLock { $0.commands.append(command) }
        waker.wake()
    }

    func takeAll() -> [PlaybackCommand] {
        contents.withLock { contents in
            defer { contents.commands.removeAll(keepingCapacity: true) }
            return contents.commands
        }
    }

    var hasCommands: Bool {
        contents.withLock { !$0.commands.isEmpty }
    }

    func isCurrent(_ reply: Int) -> Bool {
        contents.withLock { $0.reply == reply }
    }
}
