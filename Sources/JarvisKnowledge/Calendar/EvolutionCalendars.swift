// SPDX-License-Identifier: GPL-3.0-or-later
// The calendars of Evolution, GNOME Calendar and online accounts, from Evolution Data Server on the session bus. Main
// thread only; nothing blocks, and texts are parsed on a separate thread. The interfaces are those of
// evolution-data-server 3.34 and later (src/private/org.gnome.evolution.dataserver.*.xml).

public import GioKit
public import JarvisCore
import JarvisPlatform
import JarvisUnderstanding

/// Reads appointments from Evolution Data Server, if it is installed.
@MainActor
public final class EvolutionCalendars: AppointmentReader {
    /// How long to wait for each answer. A slower calendar is reported as unreadable.
    private static let limit: Duration = .seconds(5)
    /// More recurring entries than any calendar has in a year.
    private static let mostSeries = 500
    private nonisolated static let steps = 200_000

    private let link: BusLink
    private let clock: any WallClock

    /// - Parameter connect: Opens the bus; the default is the session bus.
    public nonisolated init(
        clock: any WallClock,
        connect: @escaping @MainActor @Sendable () async throws(BusFailure) -> BusConnection = {
            () async throws(BusFailure) in try await BusConnection.open(.session)
        }
    ) {
        self.clock = clock
        link = BusLink(connect)
    }

    /// Appointments that overlap `start` to `end`. Finds no calendars if the service isn't installed.
    public func appointments(from start: Timestamp, to end: Timestamp) async -> CalendarReading {
        // Without a bus or the service, there are no calendars to report.
        guard let connection = try? await link.open(), let names = await Self.services(on: connection) else {
            return CalendarReading()
        }
        let sources: [EvolutionSource]
        do throws(BusFailure) {
            sources = try await Self.sources(connection, names.sources)
        } catch {
            // An uninstalled service may have left its name behind.
            if error.meansMissing { return CalendarReading() }
            return CalendarReading(faults: [.noAnswer(name: "Evolution Data Server", reason: error.reason)])
        }
        return await withTaskGroup(of: CalendarReading.self) { group in
            for source in sources {
                group.addTask { await self.read(source, connection, names.calendars, from: start, to: end) }
            }
            var whole = CalendarReading()
            whole.isServed = true
            for await reading in group {
                whole.appointments += reading.appointments
                whole.calendarCount += reading.calendarCount
                whole.faults += reading.faults
            }
            return whole
        }
    }

    /// The service's bus names. They end in an interface version; picks the highest.
    private static func services(on connection: BusConnection) async -> (sources: String, calendars: String)? {
        let running = (try? await connection.names()) ?? []
        let names = running + ((try? await connection.activatableNames()) ?? [])
        func newest(_ kind: String) -> String? {
            let prefix = "org.gnome.evolution.dataserver." + kind
            return names.filter { $0.hasPrefix(prefix) }
                .compactMap { name in Int(name.dropFirst(prefix.count)).map { (version: $0, name: name) } }
                .max { $0.version < $1.version }?.name
        }
        guard let sources = newest("Sources"), let calendars = newest("Calendar") else { return nil }
        return (sources, calendars)
    }

    private static func sources(
        _ connection: BusConnection, _ name: String
    ) async throws(BusFailure) -> [EvolutionSource] {
        let reply = try await connection.call(
            name, path: "/org/gnome/evolution/dataserver/SourceManager",
            interface: "org.freedesktop.DBus.ObjectManager", method: "GetManagedObjects", within: limit)
        return (reply.first?.asList ?? []).compactMap { entry in
            let interfaces = entry.asList?.last?.asTable
            guard let source = interfaces?["org.gnome.evolution.dataserver.Source"]?.asTable,
                let identifier = source["UID"]?.asText, let data = source["Data"]?.asText
            else { return nil }
            return EvolutionSource(identifier: identifier, data: data)
        }
    }

    private func read(
        _ source: EvolutionSource, _ connection: BusConnection, _ factory: String, from start: Timestamp,
        to end: Timestamp
    ) async -> CalendarReading {
        do throws(BusFailure) {
            let calendar = try await OpenCalendar(source.identifier, factory, connection, limit: Self.limit)
            do throws(BusFailure) {
                let reading = try await read(calendar, source, from: start, to: end)
                await calendar.close()
                return reading
            } catch {
                await calendar.close()
                throw error
            }
        } catch {
            return CalendarReading(faults: [.noAnswer(name: source.name, reason: error.reason)])
        }
    }

    private func read(
        _ calendar: OpenCalendar, _ source: EvolutionSource, from start: Timestamp, to end: Timestamp
    ) async throws(BusFailure) -> CalendarReading {
        let texts = try await calendar.texts(
            "GetObjectList", ["(occur-in-time-range? (make-time \"\(utc(start))\") (make-time \"\(utc(end))\"))"])
        var objects = await Self.onThread { CalendarObjects(texts) }
        for identity in objects.series.prefix(Self.mostSeries) {
            // Occurrences moved out of the period come only with the complete series. If the service refuses to send
            // it, use what it sent before.
            if let whole = try await calendar.text("GetObject", [identity, ""]) {
                objects.replace(identity, by: whole)
            }
        }
        let (clock, known) = (clock, objects)
        let first = await Self.onThread {
            known.reading(of: source, from: start, to: end, clock: clock, steps: Self.steps)
        }
        guard !first.unknownZones.isEmpty else { return first.reading }
        for zone in first.unknownZones {
            if let text = try await calendar.text("GetTimezone", [zone]) { objects.add(zone: text) }
        }
        let complete = objects
        let second = await Self.onThread {
            complete.reading(of: source, from: start, to: end, clock: clock, steps: Self.steps)
        }
        var reading = second.reading
        reading.faults += second.unknownZones.map { .unknownZone(path: source.name, name: $0) }
        return reading
    }

    private nonisolated static func onThread<Result: Sendable>(_ job: @escaping @Sendable () -> Result) async -> Result
    {
        await withCheckedContinuation { continuation in
            WorkerThread(name: "calendars").async { continuation.resume(returning: job()) }
        }
    }

    /// Formats as "20260105T093000Z".
    private func utc(_ instant: Timestamp) -> String {
        let time = CalendarTime(seconds: instant.secondsSinceEpoch, zone: .utc)
        let date = CivilDate(dayNumber: time.dayNumber)
        let second = Int(time.secondOfDay)
        let day = "\(date.year)" + date.month.padded() + date.day.padded()
        return day + "T" + (second / 3600).padded() + (second / 60 % 60).padded() + (second % 60).padded() + "Z"
    }
}

/// A calendar opened through this connection.
@MainActor
private struct OpenCalendar {
    private static let interface = "org.gnome.evolution.dataserver.Calendar"
    private let (name, path): (String, String)
    private let connection: BusConnection
    private let limit: Duration

    init(
        _ identifier: String, _ factory: String, _ connection: BusConnection, limit: Duration
    ) async throws(BusFailure) {
        let reply = try await connection.call(
            factory, path: "/org/gnome/evolution/dataserver/CalendarFactory",
            interface: "org.gnome.evolution.dataserver.CalendarFactory", method: "OpenCalendar",
            [.text(identifier)], signature: "s", within: limit)
        guard reply.count == 2, let path = reply[0].asText, let name = reply[1].asText else {
            throw .refused(.failed("It returned no calendar."))
        }
        (self.name, self.path, self.connection, self.limit) = (name, path, connection, limit)
        do throws(BusFailure) {
            _ = try await connection.call(name, path: path, interface: Self.interface, method: "Open", within: limit)
        } catch {
            await close()
            throw error
        }
    }

    /// One text; nil if the service refuses. Throws if it doesn't answer, so the caller stops asking.
    func text(_ method: String, _ arguments: [String]) async throws(BusFailure) -> String? {
        do throws(BusFailure) {
            return try await texts(method, arguments).first
        } catch {
            guard case .refused = error, !error.meansSilence else { throw error }
            return nil
        }
    }

    /// The texts in an answer, which is either a single text or a list.
    func texts(_ method: String, _ arguments: [String]) async throws(BusFailure) -> [String] {
        let reply = try await connection.call(
            name, path: path, interface: Self.interface, method: method, arguments.map(BusValue.text),
            signature: String(repeating: "s", count: arguments.count), within: limit)
        guard let first = reply.first else { return [] }
        return first.asText.map { [$0] } ?? first.asList?.compactMap(\.asText) ?? []
    }

    func close() async {
        // If this fails, the service closes it when the connection ends.
        _ = try? await connection.call(name, path: path, interface: Self.interface, method: "Close", within: limit)
    }
}
