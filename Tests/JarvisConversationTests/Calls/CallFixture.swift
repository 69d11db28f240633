// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a call into any situation that a test needs.

import JarvisConversation
import JarvisCore

/// Every situation of a call, in the order of the table's columns.
enum CallSituation: Character, CaseIterable, Sendable {
    case none = "-"
    case offering = "o"
    case ringing = "r"
    /// Accepted, or offered and granted: microphone and speaker are being opened.
    case connecting = "c"
    case active = "a"
    /// Microphone and speaker are being stopped.
    case takingHold = "t"
    case held = "h"
    /// Held because of an interruption such as the screen lock, not by the user.
    case away = "y"
    /// Microphone and speaker are being opened again.
    case resuming = "u"
    case ended = "e"

    init(_ state: CallState) {
        switch state.call?.status {
        case nil: self = .none
        case .offering: self = .offering
        case .ringing: self = .ringing
        case .connecting, .active:
            let call = state.call
            if call?.isTakingHold == true {
                self = .takingHold
            } else if call?.status == .active {
                self = .active
            } else {
                self = call?.connectedAt == nil ? .connecting : .resuming
            }
        case .held: self = state.call?.holds.contains(.user) == true ? .held : .away
        case .ended: self = .ended
        }
    }
}

/// A call with its own clock.
struct CallRun {
    var state = CallState()
    var now = Timestamp(secondsSinceEpoch: 1_700_000_000)
    private(set) var effects: [CallEffect] = []
    private var tokens = 0
    /// The newest command to the audio.
    private(set) var step = 0

    static let reason = CallReason(id: "tea", text: "Tea is ready.")

    /// - Parameter incoming: true if the call begins by ringing.
    init(_ situation: CallSituation = .none, incoming: Bool = true) {
        let first: [CallEvent] = incoming ? [.rang([Self.reason])] : []
        switch situation {
        case .none: break
        case .offering: ask(.start)
        case .ringing: send(.rang([Self.reason]))
        case .connecting, .active, .takingHold, .held, .away, .resuming, .ended:
            for event in first { send(event) }
            ask(incoming ? .accept : .start)
            send(.audioGranted(id))
            if situation == .connecting { break }
            send(.connected(id, step: step))
            switch situation {
            case .takingHold: ask(.hold)
            case .held, .resuming:
                ask(.hold)
                send(.holdTaken(id, step: step))
                if situation == .resuming { ask(.resume) }
            case .away:
                send(.interruptionChanged(.away, true))
                send(.holdTaken(id, step: step))
            case .ended: ask(.end)
            default: break
            }
        }
        effects = []
    }

    /// The newest call's identifier.
    var id: CallID { state.call?.id ?? CallID(rawValue: "none") }

    @discardableResult
    mutating func send(_ event: CallEvent) -> [CallEffect] {
        let new = CallReducer.reduce(&state, event, at: now)
        for case .openAudio(_, let step) in new { self.step = step }
        for case .holdAudio(_, let step) in new { self.step = step }
        effects += new
        return new
    }

    /// - Returns: the immediate answer, or nil if the answer comes later.
    @discardableResult
    mutating func ask(_ action: CallAction) -> CallAnswer? {
        tokens += 1
        let token = ActionToken(rawValue: tokens)
        return send(.requested(action, token)).compactMap { effect in
            if case .answer(token, let answer) = effect { answer } else { nil }
        }.first
    }

    /// The answers to all actions so far.
    var answers: [CallAnswer] {
        effects.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
    }
}
