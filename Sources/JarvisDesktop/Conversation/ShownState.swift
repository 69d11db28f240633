// SPDX-License-Identifier: GPL-3.0-or-later
// Limits what the main screen shows of the conversation: everything, or, while the history is locked, only the current
// turn and the newest one since the program started.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisStore

extension DesktopServices {
    /// The state without anything that the history lock hides.
    @MainActor
    func shown(_ state: AssistantState) -> AssistantState {
        historyLock?.isLocked == true ? state.withoutHistory(before: firstTurn) : state
    }
}

extension AssistantState {
    /// The state with only the current turn, and the newest one unless it is from an earlier run of the program.
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
