// SPDX-License-Identifier: GPL-3.0-or-later
// Combines all of the user's appointments: from Evolution Data Server and from files.

public import JarvisCore

/// Reads the desktop's calendar service and calendar files; only the files if the settings name some.
public struct AllCalendars: AppointmentReader {
    private let service: any AppointmentReader
    private let files: @Sendable (CalendarPlaces) -> any AppointmentReader
    private let places: @Sendable () -> CalendarPlaces

    /// - Parameters:
    ///   - service: The desktop's calendars.
    ///   - places: Called for each query.
    ///   - files: Creates the reader for files in these places.
    public init(
        service: any AppointmentReader, places: @escaping @Sendable () -> CalendarPlaces,
        files: @escaping @Sendable (CalendarPlaces) -> any AppointmentReader
    ) {
        self.service = service
        self.places = places
        self.files = files
    }

    /// Appointments that overlap `start` to `end`, sorted by start.
    public func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading {
        var places = places()
        if places.areChosen { return await files(places).appointments(from: start, to: end) }
        let served = await service.appointments(from: start, to: end)
        // The service provides those files too, and knows which of them the user has hidden.
        if served.isServed { places.leaveOutEvolution() }
        var reading = await files(places).appointments(from: start, to: end)
        reading.calendarCount += served.calendarCount
        reading.faults = served.faults + reading.faults
        reading.appointments = CalendarReading.inOrder(served.appointments + reading.appointments)
        return reading
    }
}

extension CalendarReading {
    /// Sorts by start and removes duplicates, since a calendar may be in two places.
    static func inOrder(_ appointments: [Appointment]) -> [Appointment] {
        var seen = Set<Appointment>()
        return appointments.filter { seen.insert($0).inserted }
            .sorted { ($0.start, $0.end, $0.title) < ($1.start, $1.end, $1.title) }
    }
}
