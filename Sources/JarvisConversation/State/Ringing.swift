// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders that are ringing, from when they are due until the user answers or they time out.

public import JarvisCore

/// Something that rings, or waits for a gap in the conversation to ring.
public struct RingingReminder: Hashable, Sendable, Identifiable {
    public var reminder: Reminder
    /// The text to announce.
    public var text: String
    /// True if it began to ring in an earlier run of the program, so the history already has it.
    public var isResumed: Bool
    /// True if it has sounded in this run.
    public internal(set) var hasSounded = false
    /// How often it has been announced.
    public internal(set) var tellings = 0

    public var id: String { reminder.id }

    public init(_ reminder: Reminder, text: String, isResumed: Bool = false) {
        self.reminder = reminder
        self.text = text
        self.isResumed = isResumed
    }
}

/// Everything that is ringing; it all sounds together.
public struct Ringing: Hashable, Sendable {
    /// How often an unanswered reminder is announced, and the time in between.
    public static let mostTellings = 3
    public static let tellingPause = Duration.seconds(45)
    /// A failed speaker is retried after this time.
    public static let failurePause = Duration.seconds(10)
    /// How long it stays soft after someone has begun to speak.
    public static let softTime = Duration.seconds(5)

    /// The ringing reminders, in the order in which they began.
    public internal(set) var reminders: [RingingReminder] = []
    /// True until the ring timer ends; no sound in the meantime.
    public internal(set) var isPaused = false
    /// Number of sound pieces played; each is louder than the one before.
    public internal(set) var step = 0

    public init() {}

    public var isEmpty: Bool { reminders.isEmpty }

    func contains(_ id: String) -> Bool { reminders.contains { $0.id == id } }
}

/// The ringing sound, as the conductor needs it.
public struct RingSignal: Hashable, Sendable {
    public enum Sound: String, Hashable, Sendable {
        case alarm, timer, reminder
    }

    /// The most urgent reminder's sound.
    public var sound: Sound
    /// The identities of the ringing reminders.
    public var ids: [String]
    /// The texts announced between the sound pieces.
    public var texts: [String]
    /// The first sound piece; each is louder than the one before.
    public var step: Int
    /// False if it sounds once and is announced once.
    public var goesOn: Bool { sound != .reminder }

    init(_ ringing: Ringing) {
        let kinds = ringing.reminders.map(\.reminder.kind)
        sound = kinds.contains(.alarm) ? .alarm : kinds.contains(.timer) ? .timer : .reminder
        ids = ringing.reminders.map(\.id)
        texts = ringing.reminders.map(\.text)
        step = ringing.step
    }
}

/// Why something stopped ringing.
public enum RingOutcome: Hashable, Sendable {
    case stopped
    /// It rings again after this time.
    case snoozed(Duration)
    /// It timed out.
    case unanswered
}
