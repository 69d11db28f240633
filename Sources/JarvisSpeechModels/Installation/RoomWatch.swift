// SPDX-License-Identifier: GPL-3.0-or-later
// Watches disk space during a download, on the transfer's thread.

import Synchronization

/// Checks that the disk has space for a download whose size becomes known during the transfer, or never.
final class RoomWatch: Sendable {
    /// The bytes between two checks if the size is unknown.
    private static let interval = 16 << 20

    private struct State {
        /// The byte count at which the next check is due.
        var due = 0
        var knowsSize = false
        var failure: ModelFailure?
    }

    private let state = Mutex(State())
    private let lack: @Sendable (_ whole: Int, _ received: Int) -> ModelFailure?

    /// - Parameter lack: Returns the failure if the disk lacks space for a file of this size, of which this much has
    ///   arrived.
    init(lack: @escaping @Sendable (_ whole: Int, _ received: Int) -> ModelFailure?) {
        self.lack = lack
    }

    var failure: ModelFailure? { state.withLock { $0.failure } }
    var knowsSize: Bool { state.withLock { $0.knowsSize } }

    /// Checks the space when due.
    /// - Parameter total: The file's size; if nil, the file has at least the size received so far.
    /// - Returns: False if the disk lacks space.
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
