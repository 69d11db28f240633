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
