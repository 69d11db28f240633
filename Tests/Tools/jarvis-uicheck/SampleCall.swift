// SPDX-License-Identifier: GPL-3.0-or-later
// Calls as a window shows them, set up through real user actions.

import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisPlatform

enum SampleCall: String, CaseIterable {
    case ringing, active, held, ended
    /// A pane is open during the call.
    case elsewhere

    /// True once the call has reached the state to be shown.
    @MainActor
    func isReached(_ services: DesktopServices) -> Bool {
        switch (self, services.session.calls.state.call?.status) {
        case (.ringing, .ringing), (.active, .active), (.elsewhere, .active), (.held, .held), (.ended, .ended): true
        default: false
        }
    }

    /// Brings about this state, whatever the current one.
    @MainActor
    func begin(_ window: MainWindow, _ services: DesktopServices) {
        let (calls, assistant) = (services.session.calls, services.assistant)
        window.closePane()
        if self == .ringing {
            let now = SystemWallClock().now()
            let reminder = Reminder(
                id: "call", kind: .reminder, label: "call mum", createdAt: now, dueAt: now)
            assistant.send(.remindersDue([RingingReminder(reminder, text: "It is time to call mum.")]))
            return
        }
        // Actions that do not apply are refused.
        for action in [CallAction.accept, .start, .resume] { calls.request(action) }
        let last: CallAction? =
            switch self {
            case .held: .hold
            case .ended: .end
            case .ringing, .active, .elsewhere: nil
            }
        // Continues once the call is connected.
        observation = calls.observe { state in
            guard state.call?.status == .active, observation != nil else { return }
            observation = nil
            if let last { calls.request(last) }
            if self == .elsewhere { window.openPane(.history) }
        }
        if calls.state.call?.status == .active {
            observation = nil
            if let last { calls.request(last) }
            if self == .elsewhere { window.openPane(.history) }
        }
    }
}

@MainActor private var observation: Observation?
