// SPDX-License-Identifier: GPL-3.0-or-later
// What rings now: timers, alarms and reminders from the moment when they are due until somebody answers, or their time
// is over.

public import JarvisCore

/// Something that rings, or waits for a gap in the conversation to do so.
public struct RingingReminder: Hashable, Sendable, Identifiable {
    public var reminder: Reminder
    /// What is said of it.
    public var text: String
    /// It began to ring in an earlier run of the program: the history has it already.
    public var isResumed: Bool
    /// Its sound has begun in this run.
    public internal(set) var hasSounded = false
    /// How often a reminder has been told.
    public internal(set) var tellings = 0

    public var id: String { reminder.id }

    public init(_ reminder: Reminder, text: String, isResumed: Bool = false) {
        self.reminder = reminder
        self.text = text
        self.isResumed = isResumed
    }
}

/// Everything that rings now; all of it sounds together.
public struct Ringing: Hashable, Sendable {
    /// How often a reminder is told unless somebody answers, and the time in between.
    public static let mostTellings = 3
    public static let tellingPause = Duration.seconds(45)
    /// A speaker that failed is tried again after this time.
    public static let failurePause = Duration.seconds(10)
    /// How long it stays soft once somebody has begun to speak.
    public static let softTime = Duration.seconds(5)

    /// In the order in which they began.
    public internal(set) var reminders: [RingingReminder] = []
    /// True until the ring timer ends: nothing sounds meanwhile.
    public internal(set) var isPaused = false
    /// How many pieces of sound have been heard; each is louder than the one before.
    public internal(set) var step = 0

    public init() {}

    public var isEmpty: Bool { reminders.isEmpty }

    func contains(_ id: String) -> Bool { reminders.contains { $0.id == id } }
}

/// The sound of what rings, as far as the conductor needs to know.
public struct RingSignal: Hashable, Sendable {
    public enum Sound: String, Hashable, Sendable {
        case alarm, timer, reminder
    }

    /// That of the most urgent one.
    public var sound: Sound
    /// What rings.
    public var ids: [String]
    /// What is said meanwhile.
    public var texts: [String]
    /// The first piece of sound; each is louder than the one before.
    public var step: Int
    /// False: it sounds once, and is told once.
    public var goesOn: Bool { sound != .reminder }

    init(_ ringing: Ringing) {
        let kinds = ringing.reminders.map(\.reminder.kind)
        sound = kinds.contains(.alarm) ? .alarm : kinds.contains(.timer) ? .timer : .reminder
        ids = ringing.reminders.map(\.id)
        texts = ringing.reminders.map(\.text)
        step = ringing.step
    }
}

/// How something has stopped ringing.
public enum RingOutcome: Hashable, Sendable {
    case stopped
    /// It rings again after this time.
    case snoozed(Duration)
    /// Without an answer.
    case unanswered
}
