// SPDX-License-Identifier: GPL-3.0-or-later
// The room on the disk while something is downloaded; told from the thread of the transfer.

import Synchronization

/// Whether there is room for a download whose size becomes known on the way, or never.
final class RoomWatch: Sendable {
    /// A file of unknown size is looked at each time that so much has come.
    private static let interval = 16 << 20

    private struct State {
        /// Bytes at which the next look is due.
        var due = 0
        var knowsSize = false
        var failure: ModelFailure?
    }

    private let state = Mutex(State())
    private let lack: @Sendable (_ whole: Int, _ received: Int) -> ModelFailure?

    /// - Parameter lack: What is said where there is no room for a file of this size, of which so much is there.
    init(lack: @escaping @Sendable (_ whole: Int, _ received: Int) -> ModelFailure?) {
        self.lack = lack
    }

    var failure: ModelFailure? { state.withLock { $0.failure } }
    var knowsSize: Bool { state.withLock { $0.knowsSize } }

    /// - Parameter total: The file's size, once it is known; before, it has at least what was received.
    /// - Returns: False where there is no room.
    func note(_ received: Int, of total: Int?) -> Bool {
        let isDue = state.withLock { state in
            let isDue = received >= state.due
            if isDue { state.due = total == nil ? received + Self.interval : .max }
            state.knowsSize = total != nil
            return isDue
        }
        guard isDue, let failure = lack(total ?? received, received) else { return true }
        state.withLock { $0.failure = failure }
        return false
    }
}
