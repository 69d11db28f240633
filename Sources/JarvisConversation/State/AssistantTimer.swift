// SPDX-License-Identifier: GPL-3.0-or-later
// The timers of the conversation.

public import JarvisCore

/// What a timer is for, and for which turn, message or question. Of each kind one runs at a time.
public enum AssistantTimer: Hashable, Sendable {
    /// This phase of the turn lasts too long: an engine is stuck.
    case watchdog(TurnID, ConversationPhase)
    /// The banner has been shown for as long as it takes to read.
    case banner(BannerID)
    /// The talk that was not meant for JARVIS has been shown for as long as it takes to read.
    case overheard(OverheardTalk)
    /// Consent was not given in time, counted from this round of asking.
    case consent(TurnID, ConsentID, round: Int)
    /// JARVIS's question has gone unanswered for too long.
    case question
    /// After this much silence the wake word is needed again.
    case wakeWindow(TurnID)
    /// The answer takes long enough for a filler.
    case filler(TurnID)
    /// The pause between two rings is over.
    case ring

    /// Which timers replace each other.
    public enum Kind: Hashable, Sendable {
        case watchdog, banner, overheard, consent, question, wakeWindow, filler, ring
    }

    public var kind: Kind {
        switch self {
        case .watchdog: .watchdog
        case .banner: .banner
        case .overheard: .overheard
        case .consent: .consent
        case .question: .question
        case .wakeWindow: .wakeWindow
        case .filler: .filler
        case .ring: .ring
        }
    }

    /// The turn that the timer belongs to; nil if it outlasts turns.
    var turn: TurnID? {
        switch self {
        case .watchdog(let turn, _), .consent(let turn, _, round: _), .wakeWindow(let turn), .filler(let turn): turn
        case .banner, .overheard, .question, .ring: nil
        }
    }
}
