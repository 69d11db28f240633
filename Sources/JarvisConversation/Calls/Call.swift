// SPDX-License-Identifier: GPL-3.0-or-later
// A call as a value: who began it, where it stands, and what became of it.

public import JarvisCore

/// Names a call. The same events at the same times give the same name.
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
    /// What is said of it once the call is accepted.
    public var text: String

    public init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// Why a call is on hold; it goes on once no cause is left.
public enum HoldCause: String, Hashable, Sendable, CaseIterable {
    case user
    /// The screen is locked, the computer sleeps, or another session is in front.
    case away
    /// Another program makes a call.
    case phone
}

/// Why a call is over.
public enum CallEnding: String, Hashable, Sendable, CaseIterable {
    case hungUp = "hung-up"
    /// The user took leave.
    case farewell
    case rejected
    case snoozed
    /// It rang, and was not answered.
    case missed
    /// Microphone or speaker could not be had.
    case failed
    /// By something that took too long: a lock, a sleep, another call.
    case interrupted
    /// The program has ended.
    case quit
}

/// Where a call stands.
public enum CallStatus: Hashable, Sendable {
    /// The user calls; microphone and speaker are asked for.
    case offering
    /// JARVIS calls.
    case ringing
    /// Microphone and speaker are being opened.
    case connecting
    case active
    case held
    case ended(CallEnding)

    /// As the interface on the bus calls it.
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

/// One call, from its beginning until the next one takes its place.
public struct Call: Hashable, Sendable, Identifiable {
    public let id: CallID
    public internal(set) var status: CallStatus
    /// What rings; empty for a call that the user made.
    public internal(set) var reasons: [CallReason]
    /// When both sides could first hear each other; nil before.
    public internal(set) var connectedAt: Timestamp?
    public internal(set) var endedAt: Timestamp?
    /// What went wrong, in words of the part that failed; nil when nothing did.
    public internal(set) var failure: String?
    public internal(set) var holds: Set<HoldCause> = []
    /// True while microphone and speaker are being stopped for a hold.
    public internal(set) var isTakingHold = false
    /// True once microphone and speaker are this call's, until they are given back.
    var ownsAudio = false
    /// Counts commands to the audio; reports about an earlier one are dropped.
    var step = 0
    /// Actions that are not answered yet.
    var waiting: [WaitingAction] = []

    /// True for a call that JARVIS makes.
    public var isIncoming: Bool { !reasons.isEmpty }

    /// True until the call is over.
    public var isOpen: Bool { if case .ended = status { false } else { true } }

    /// Why it is over; nil while it is not.
    public var ending: CallEnding? { if case .ended(let ending) = status { ending } else { nil } }

    /// How long it has been going on, holds included; nil for one that never connected. At most a day.
    public func length(at now: Timestamp) -> Duration? {
        connectedAt.map { min(max(.zero, (endedAt ?? now).since($0)), .seconds(86_399)) }
    }
}

/// What the history keeps of a call.
public struct CallRecord: Hashable, Sendable {
    public var ending: CallEnding
    /// Nil for one that never connected.
    public var length: Duration?
    /// What rang.
    public var reasons: [CallReason]

    public init(ending: CallEnding, length: Duration?, reasons: [CallReason]) {
        self.ending = ending
        self.length = length
        self.reasons = reasons
    }
}

/// An action and what it waits for.
struct WaitingAction: Hashable, Sendable {
    var action: CallAction
    var token: ActionToken
}
