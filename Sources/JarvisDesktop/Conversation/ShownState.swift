// SPDX-License-Identifier: GPL-3.0-or-later
// What of the conversation may stand on the main screen: all of it, or while the history is locked the turn that goes on
// and the newest one of this run.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisStore

extension DesktopServices {
    /// The state without what the lock of the history hides.
    @MainActor
    func shown(_ state: AssistantState) -> AssistantState {
        historyLock?.isLocked == true ? state.withoutHistory(before: firstTurn) : state
    }
}

extension AssistantState {
    /// Only the turn that goes on, and the newest one unless it is of an earlier run.
    /// - Parameter first: the first turn of this run.
    func withoutHistory(before first: TurnID) -> AssistantState {
        var state = self
        let newest = recent.last?.turn
        state.recent = recent.filter { message in
            message.turn == turn.askedIn || message.turn == newest && message.turn.rawValue >= first.rawValue
        }
        return state
    }
}
