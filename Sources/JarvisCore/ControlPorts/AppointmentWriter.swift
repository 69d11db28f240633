// SPDX-License-Identifier: GPL-3.0-or-later
// The port for changing the user's calendar.

/// A change to a calendar that can be undone: the bytes of one file before and after it.
public struct CalendarChange: Hashable, Sendable {
    public var path: String
    /// The content before; nil if there was no file.
    public var before: [UInt8]?
    /// The content after; nil if the file was removed.
    public var after: [UInt8]?

    public init(path: String, before: [UInt8]?, after: [UInt8]?) {
        self.path = path
        self.before = before
        self.after = after
    }
}

/// The calendar that new appointments go to.
public protocol AppointmentWriter: Sendable {
    /// Whether the user has chosen a calendar to write to.
    func isChosen() async -> Bool
    /// Adds an appointment.
    /// - Throws: `CalendarWriteFailure`.
    func add(_ appointment: Appointment) async throws -> CalendarChange
    /// Gives an appointment another time. Everything else about it stays.
    /// - Throws: `CalendarWriteFailure`.
    func move(_ appointment: Appointment, to start: Timestamp, until end: Timestamp) async throws -> CalendarChange
    /// Removes an appointment.
    /// - Throws: `CalendarWriteFailure`.
    func remove(_ appointment: Appointment) async throws -> CalendarChange
    /// Checks whether an appointment can be changed, before the user is asked.
    /// - Throws: `CalendarWriteFailure`.
    func check(_ appointment: Appointment) async throws
    /// Takes a change back.
    /// - Throws: `CalendarWriteFailure`.
    func undo(_ change: CalendarChange) async throws
}

/// Why a calendar can't be changed.
public enum CalendarWriteFailure: ExplainedFailure, Hashable {
    /// The user has chosen no calendar.
    case notChosen
    /// The chosen folder is missing, or isn't a folder.
    case noFolder(path: String)
    /// The appointment is in another calendar than the chosen one.
    case elsewhere(title: String)
    /// The appointment repeats, or belongs to a series.
    case repeats(title: String)
    /// Another program has changed the entry since.
    case changedSince
    case store(StoreFailure)

    public func explained(to reader: FailureReader) -> FailureText {
        switch self {
        case .notChosen:
            FailureText(
                reader.say("I don't know which calendar to write to."),
                reader.isInWindow
                    ? reader.say("Choose a calendar folder in Settings, under “Calendar”.")
                    : reader.say("Name its folder in calendar.folder."))
        case .noFolder(let path):
            FailureText(
                reader.say("The calendar folder %1 is missing.", path),
                reader.isInWindow
                    ? reader.say("Choose another one in Settings, under “Calendar”.")
                    : reader.say("Name another one in calendar.folder."))
        case .elsewhere(let title):
            FailureText(
                reader.say("“%1” isn't in the calendar I may change.", title),
                reader.say("Change it in your calendar app."))
        case .repeats(let title):
            FailureText(
                reader.say("“%1” repeats, and I can't change that.", title),
                reader.say("Change it in your calendar app."))
        case .changedSince:
            FailureText(
                reader.say("That appointment has changed since, so I left it alone."),
                reader.say("Change it in your calendar app."))
        case .store(let failure): failure.explained(to: reader)
        }
    }
}
