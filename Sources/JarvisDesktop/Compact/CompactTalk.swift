// SPDX-License-Identifier: GPL-3.0-or-later
// Decides what the pill's talk button does in each phase.

import JarvisConversation
import JarvisCore
import JarvisDesktopKit

enum CompactTalk: String, CaseIterable {
    case talk, stop, interrupt, cancel

    init(_ phase: ConversationPhase) {
        switch phase {
        case .idle, .listening: self = .talk
        case .recording, .held: self = .stop
        case .transcribing, .thinking: self = .cancel
        case .speaking: self = .interrupt
        }
    }

    var intent: AssistantEvent { self == .cancel ? .cancelRequested : .microphoneTapped }

    var label: String {
        switch self {
        case .talk: localized("Talk")
        case .stop: localized("Stop and send")
        case .interrupt: localized("Interrupt")
        case .cancel: localized("Cancel")
        }
    }

    var icon: String { self == .talk ? "jarvis-microphone-symbolic" : "jarvis-stop-symbolic" }
}
