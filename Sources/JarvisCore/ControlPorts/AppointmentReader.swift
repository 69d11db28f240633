// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the user's calendars.

/// Something in a calendar, at one of its times.
public struct Appointment: Hashable, Sendable {
    public var title: String
    /// Empty where none is given.
    public var location: String
    public var start: Timestamp
    /// The first moment after it.
    public var end: Timestamp
    /// It takes whole days, such as a birthday.
    public var isAllDay: Bool
    /// False for what leaves its time free.
    public var isBusy: Bool

    public init(
        title: String, location: String = "", start: Timestamp, end: Timestamp, isAllDay: Bool = false,
        isBusy: Bool = true
    ) {
        self.title = title
        self.location = location
        self.start = start
        self.end = end
        self.isAllDay = isAllDay
        self.isBusy = isBusy
    }
}

/// What the calendars say of a time.
public struct CalendarReading: Hashable, Sendable {
    /// What touches the time, by its beginning.
    public var appointments: [Appointment]
    /// How many calendars were read.
    public var calendarCount: Int
    /// Where they were looked for.
    public var places: [String]
    /// What could not be read or not be understood.
    public var faults: [CalendarFault]
    /// A calendar service has told which calendars there are, and which of them their user has hidden.
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
    /// What touches the time from `start` up to `end`.
    func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading
}

/// A calendar of which something is missing in a reading.
public enum CalendarFault: ExplainedFailure, Hashable {
    /// `reason` is the system's own word.
    case unreadable(path: String, reason: String)
    /// The file is larger than what is read, in megabytes.
    case tooLarge(path: String, limitMegabytes: Int)
    /// There are more files than what is read.
    case tooMany(limit: Int)
    case notCalendar(path: String)
    /// Entries that make no sense.
    case damagedEntries(path: String, count: Int)
    /// What repeats in a manner that is not understood counts once.
    case unknownRepetition(path: String, count: Int)
    /// Times in a zone that is not known are taken as local ones.
    case unknownZone(path: String, name: String)
    /// It repeats so often that not everything was looked at.
    case tooComplex(path: String)
    /// A calendar program's service, or one of its calendars by name; `reason` is its own word.
    case noAnswer(name: String, reason: String)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .unreadable(let path, let reason):
            FailureText(
                reader.say("The calendar %1 cannot be read (%2).", path, reason),
                reader.say("Check its permissions, or take it out of calendar.files."))
        case .tooLarge(let path, let limit):
            FailureText(
                reader.say("The calendar %1 is larger than %2 megabytes.", path, String(limit)),
                reader.say("Let your calendar program keep older appointments in another file."))
        case .tooMany(let limit):
            FailureText(
                reader.say("There are more than %1 calendar files.", String(limit)),
                reader.say("Name those that matter in calendar.files."))
        case .notCalendar(let path):
            FailureText(
                reader.say("%1 is not a calendar.", path),
                reader.say("Calendars are files with the ending .ics, as calendar programs export them."))
        case .damagedEntries(let path, let count):
            FailureText(
                reader.say("Some entries of the calendar %1 make no sense: %2 in all.", path, String(count)),
                reader.say("Export the calendar again."))
        case .unknownRepetition(let path, let count):
            FailureText(
                reader.say(
                    "The calendar %1 has entries that repeat in a way that is not understood: %2 in all.", path,
                    String(count)),
                reader.say("Only the first date of each is known."))
        case .unknownZone(let path, let name):
            FailureText(
                reader.say("The calendar %1 has times in a zone that is not known (%2).", path, name),
                reader.say("They are taken as local times."))
        case .tooComplex(let path):
            FailureText(
                reader.say("The calendar %1 repeats things too often to look at all of them.", path),
                reader.say("Export the calendar again."))
        case .noAnswer(let name, let reason):
            FailureText(
                reader.say("The calendar %1 could not be asked (%2).", name, reason),
                reader.say("Open your calendar program and see whether it shows this calendar."))
        }
    }
}
