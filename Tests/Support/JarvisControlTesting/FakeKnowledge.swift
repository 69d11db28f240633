// SPDX-License-Identifier: GPL-3.0-or-later
// A calendar and a dictionary without files.

public import JarvisCore
import Synchronization

/// A calendar with the test's appointments.
public final class FakeAppointmentReader: AppointmentReader {
    private let reading: Mutex<CalendarReading>

    public init(_ appointments: [Appointment] = []) {
        reading = Mutex(CalendarReading(appointments: appointments, calendarCount: 1, places: ["/calendars"]))
    }

    public var all: [Appointment] { reading.withLock { $0.appointments } }

    /// Changes the appointments that are returned.
    public func change(_ change: @Sendable (inout CalendarReading) -> Void) { reading.withLock { change(&$0) } }

    public func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading {
        reading.withLock { reading in
            var found = reading
            found.appointments = reading.appointments.filter { $0.start < end && $0.end > start }
            return found
        }
    }
}

/// A calendar that records what is changed, and changes the appointments of a reader.
public final class FakeAppointmentWriter: AppointmentWriter {
    private let reader: FakeAppointmentReader
    private let state = Mutex((isChosen: true, failure: CalendarWriteFailure?.none, before: [[Appointment]]()))

    public init(_ reader: FakeAppointmentReader) {
        self.reader = reader
    }

    /// Chooses a calendar, or none.
    public func choose(_ isChosen: Bool) { state.withLock { $0.isChosen = isChosen } }

    /// Makes every later change fail; nil ends that.
    public func fail(with failure: CalendarWriteFailure?) { state.withLock { $0.failure = failure } }

    public func isChosen() async -> Bool { state.withLock { $0.isChosen } }

    public func check(_ appointment: Appointment) async throws {
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    public func add(_ appointment: Appointment) async throws -> CalendarChange {
        try await change { $0.append(appointment) }
    }

    public func move(_ appointment: Appointment, to start: Timestamp, until end: Timestamp) async throws
        -> CalendarChange
    {
        try await change { all in
            guard let place = all.firstIndex(of: appointment) else { return }
            (all[place].start, all[place].end) = (start, end)
        }
    }

    public func remove(_ appointment: Appointment) async throws -> CalendarChange {
        try await change { $0.removeAll { $0 == appointment } }
    }

    public func undo(_ change: CalendarChange) async throws {
        let earlier = state.withLock { $0.before.popLast() } ?? []
        reader.change { $0.appointments = earlier }
    }

    private func change(_ change: @escaping @Sendable (inout [Appointment]) -> Void) async throws -> CalendarChange {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let before = reader.all
        state.withLock { $0.before.append(before) }
        reader.change { change(&$0.appointments) }
        return CalendarChange(path: "/calendars/new.ics", before: nil, after: [])
    }
}

/// A dictionary of the words that the test gives it.
public final class FakeWordReference: WordReference {
    private let entries: [String: WordEntry]
    private let failure: Mutex<WordReferenceFailure?> = Mutex(nil)

    public init(_ entries: [WordEntry]) {
        self.entries = Dictionary(entries.map { ($0.word, $0) }) { first, _ in first }
    }

    /// Makes every later call fail; nil ends that.
    public func fail(with failure: WordReferenceFailure?) { self.failure.withLock { $0 = failure } }

    public func entry(for word: String) async throws(WordReferenceFailure) -> WordEntry? {
        if let failure = failure.withLock({ $0 }) { throw failure }
        return entries[word.lowercased()]
    }
}
