// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is known of the user's appointments: by Evolution Data Server and from files.

public import JarvisCore

/// Reads calendar files and what the desktop's calendar service has. Where the settings name files, only those are read.
public struct AllCalendars: AppointmentReader {
    private let service: any AppointmentReader
    private let files: @Sendable (CalendarPlaces) -> any AppointmentReader
    private let places: @Sendable () -> CalendarPlaces

    /// - Parameters:
    ///   - service: the calendars of the desktop.
    ///   - places: asked for each time.
    ///   - files: the reader of files in places.
    public init(
        service: any AppointmentReader, places: @escaping @Sendable () -> CalendarPlaces,
        files: @escaping @Sendable (CalendarPlaces) -> any AppointmentReader
    ) {
        self.service = service
        self.places = places
        self.files = files
    }

    /// What touches the time from `start` up to `end`, by its beginning.
    public func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading {
        var places = places()
        if places.areChosen { return await files(places).appointments(from: start, to: end) }
        let served = await service.appointments(from: start, to: end)
        // The service has those files as well, and knows which of them their user has shown.
        if served.isServed { places.leaveOutEvolution() }
        var reading = await files(places).appointments(from: start, to: end)
        reading.calendarCount += served.calendarCount
        reading.faults = served.faults + reading.faults
        reading.appointments = CalendarReading.inOrder(served.appointments + reading.appointments)
        return reading
    }
}

extension CalendarReading {
    /// By their beginning, each once: one calendar may be in two places.
    static func inOrder(_ appointments: [Appointment]) -> [Appointment] {
        var seen = Set<Appointment>()
        return appointments.filter { seen.insert($0).inserted }
            .sorted { ($0.start, $0.end, $0.title) < ($1.start, $1.end, $1.title) }
    }
}
