// SPDX-License-Identifier: GPL-3.0-or-later
// A call as a value: who started it, its status, and how it ended.

public import JarvisCore

/// Identifies a call. Deterministic: the same events at the same times give the same identity.
public struct CallID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    init(number: Int, at time: Timestamp) {
        rawValue = "call-\(time.millisecondsSinceEpoch)-\(number)"
    }
}

/// An alarm or a reminder that rings as a call.
public struct CallReason: Hashable, Sendable {
    /// The reminder's own identity.
    public var id: String
    /// The text spoken once the call is accepted.
    public var text: String

    public init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// Why a call is on hold; it resumes once no cause is left.
public enum HoldCause: String, Hashable, Sendable, CaseIterable {
    case user
    /// The screen is locked, the computer is asleep, or another session is active.
    case away
    /// Another program has a call.
    case phone
}

/// How a call ended.
public enum CallEnding: String, Hashable, Sendable, CaseIterable {
    case hungUp = "hung-up"
    /// The user said goodbye.
    case farewell
    case rejected
    case snoozed
    /// It rang without an answer.
    case missed
    /// The microphone or speaker was not available.
    case failed
    /// An interruption lasted too long: a lock, sleep, or another call.
    case interrupted
    /// The program quit.
    case quit
}

/// The status of a call.
public enum CallStatus: Hashable, Sendable {
    /// The user is calling; the microphone and speaker have been requested.
    case offering
    /// JARVIS is calling.
    case ringing
    /// The microphone and speaker are opening.
    case connecting
    case active
    case held
    case ended(CallEnding)

    /// The name used on the bus interface.
    public var name: String {
        switch self {
        case .offering: "offering"
        case .ringing: "ringing"
        case .connecting: "connecting"
        case .active: "active"
        case .held: "held"
        case .ended: "ended"
        }
    }
}

/// One call, kept until the next one replaces it.
public struct Call: Hashable, Sendable, Identifiable {
    public let id: CallID
    public internal(set) var status: CallStatus
    /// The reminders that ring; empty for a call that the user started.
    public internal(set) var reasons: [CallReason]
    /// When both sides could first hear each other; nil until then.
    public internal(set) var connectedAt: Timestamp?
    public internal(set) var endedAt: Timestamp?
    /// The failure, as reported by the part that failed; nil if nothing failed.
    public internal(set) var failure: String?
    public internal(set) var holds: Set<HoldCause> = []
    /// True while the microphone and speaker are being stopped for a hold.
    public internal(set) var isTakingHold = false
    /// True while this call has the microphone and speaker.
    var ownsAudio = false
    /// Numbers audio commands, so reports about earlier ones can be dropped.
    var step = 0
    /// Actions that have not been answered yet.
    var waiting: [WaitingAction] = []

    /// True for a call from JARVIS.
    public var isIncoming: Bool { !reasons.isEmpty }

    /// True until the call is over.
    public var isOpen: Bool { if case .ended = status { false } else { true } }

    /// How it ended; nil while it is open.
    public var ending: CallEnding? { if case .ended(let ending) = status { ending } else { nil } }

    /// Its length, including holds; nil if it never connected. At most a day.
    public func length(at now: Timestamp) -> Duration? {
        connectedAt.map { min(max(.zero, (endedAt ?? now).since($0)), .seconds(86_399)) }
    }
}

/// A call as stored in the history.
public struct CallRecord: Hashable, Sendable {
    public var ending: CallEnding
    /// Nil if it never connected.
    public var length: Duration?
    /// The reminders that rang.
    public var reasons: [CallReason]

    public init(ending: CallEnding, length: Duration?, reasons: [CallReason]) {
        self.ending = ending
        self.length = length
        self.reasons = reasons
    }
}

/// An action waiting for its answer.
struct WaitingAction: Hashable, Sendable {
    var action: CallAction
    var token: ActionToken
}
