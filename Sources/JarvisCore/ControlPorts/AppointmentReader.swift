// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the user's calendars.

/// One occurrence of a calendar event.
public struct Appointment: Hashable, Sendable {
    public var title: String
    /// Where it takes place; empty if not given.
    public var location: String
    public var start: Timestamp
    /// Exclusive: the first moment after the event.
    public var end: Timestamp
    /// An all-day event, such as a birthday.
    public var isAllDay: Bool
    /// False for events that take up no time: those marked as free, declined ones, birthdays and holidays.
    public var isBusy: Bool
    /// Those who are invited besides the user.
    public var guests: [Guest]

    public init(
        title: String, location: String = "", start: Timestamp, end: Timestamp, isAllDay: Bool = false,
        isBusy: Bool = true, guests: [Guest] = []
    ) {
        self.title = title
        self.location = location
        self.start = start
        self.end = end
        self.isAllDay = isAllDay
        self.isBusy = isBusy
        self.guests = guests
    }
}

/// A person who is invited to an appointment.
public struct Guest: Hashable, Sendable {
    /// What they have answered.
    public enum Answer: Hashable, Sendable {
        case accepted
        case declined
        case tentative
        case none
    }

    public var name: String
    public var answer: Answer

    public init(name: String, answer: Answer = .none) {
        self.name = name
        self.answer = answer
    }
}

/// The appointments of a period, and how complete they are.
public struct CalendarReading: Hashable, Sendable {
    /// Appointments that overlap the period, by start time.
    public var appointments: [Appointment]
    /// How many calendars were read.
    public var calendarCount: Int
    /// The folders, files and services searched for calendars.
    public var places: [String]
    /// Why the result may be incomplete.
    public var faults: [CalendarFault]
    /// True if a calendar service supplied the calendars and named those that the user has hidden.
    public var isServed = false

    public init(
        appointments: [Appointment] = [], calendarCount: Int = 0, places: [String] = [], faults: [CalendarFault] = []
    ) {
        self.appointments = appointments
        self.calendarCount = calendarCount
        self.places = places
        self.faults = faults
    }
}

/// The user's calendars.
public protocol AppointmentReader: Sendable {
    /// Appointments that overlap the period from `start` up to `end`.
    func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading
}

/// Why a reading of a calendar is incomplete.
public enum CalendarFault: ExplainedFailure, Hashable {
    /// `reason` is the system's own message.
    case unreadable(path: String, reason: String)
    /// The file exceeds the size limit, in megabytes.
    case tooLarge(path: String, limitMegabytes: Int)
    /// There are more files than the limit.
    case tooMany(limit: Int)
    case notCalendar(path: String)
    /// The settings name an address on the web.
    case onWeb(host: String)
    /// Entries that could not be parsed.
    case damagedEntries(path: String, count: Int)
    /// Some events repeat by an unsupported rule; only their first occurrence is known.
    case unknownRepetition(path: String, count: Int)
    /// A time zone in the file is unknown; its times are read as local times.
    case unknownZone(path: String, name: String)
    /// An event repeats so often that the search was cut short.
    case tooComplex(path: String)
    /// A calendar service, or one of its calendars by name, did not answer; `reason` is its own message.
    case noAnswer(name: String, reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unreadable(let path, let reason):
            FailureText(
                reader.say("I can't read the calendar %1 (%2).", path, reason),
                reader.isInWindow
                    ? reader.say("Check its permissions, or remove it in Settings.")
                    : reader.say("Check its permissions, or remove it from calendar.files."))
        case .tooLarge(let path, let limit):
            FailureText(
                reader.say("The calendar %1 is larger than %2 megabytes.", path, String(limit)),
                reader.say("Move older appointments to another file."))
        case .tooMany(let limit):
            FailureText(
                reader.say("I can read only %1 calendar files.", String(limit)),
                reader.isInWindow
                    ? reader.say("Choose the ones you need in Settings.")
                    : reader.say("Name the ones you need in calendar.files."))
        case .notCalendar(let path):
            FailureText(
                reader.say("%1 isn't a calendar.", path),
                reader.say("Choose an .ics file exported from a calendar app."))
        case .onWeb(let host):
            FailureText(
                reader.say("I can't read calendars from the web, such as %1.", host),
                reader.isInWindow
                    ? reader.say("Download it with vdirsyncer, then choose its folder in Settings.")
                    : reader.say("Download it with vdirsyncer, then add its folder to calendar.files."))
        case .damagedEntries(let path, let count):
            FailureText(
                reader.say(
                    "I couldn't read %1 entry in \"%2\".", "I couldn't read %1 entries in \"%2\".", count: count,
                    path),
                reader.say("Export the calendar again."))
        case .unknownRepetition(let path, let count):
            FailureText(
                reader.say(
                    "%1 event in \"%2\" repeats in a way I don't know.",
                    "%1 events in \"%2\" repeat in a way I don't know.", count: count, path),
                reader.say("Only its first date is shown.", "Only the first date of each is shown.", count: count))
        case .unknownZone(let path, let name):
            FailureText(
                reader.say("\"%1\" uses an unknown time zone (%2).", path, name),
                reader.say("I'm using local time instead."))
        case .tooComplex(let path):
            FailureText(
                reader.say("\"%1\" has too many repeated events, so I left some out.", path),
                reader.say("Export the calendar again."))
        case .noAnswer(let name, let reason):
            FailureText(
                reader.say("I couldn't reach \"%1\" (%2).", name, reason),
                reader.say("Check that your calendar app shows it."))
        }
    }
}
