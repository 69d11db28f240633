// SPDX-License-Identifier: GPL-3.0-or-later
// A double of Evolution Data Server on the test's own bus.

import GioKit

/// Calendars by identifier, with entries as iCalendar text.
@MainActor
final class EvolutionDouble {
    struct Calendar {
        var data: String
        /// The entries returned for any period.
        var entries: [String] = []
        /// The complete text of a recurring entry, by its UID.
        var series: [String: String] = [:]
        var zones: [String: String] = [:]
        var refusal: BusError?
    }

    private(set) var questions: [String] = []
    private(set) var closed: [String] = []
    /// Stops answering once a series is requested.
    var hangsAtSeries = false
    private let connection: BusConnection
    private let calendars: [String: Calendar]
    private var exports: [BusExport] = []

    /// - Parameter version: The number at the end of the service name.
    init(on connection: BusConnection, _ calendars: [String: Calendar], version: Int = 8) async throws {
        self.connection = connection
        self.calendars = calendars
        let manager = BusObject(method: { [weak self] _ in self?.managedObjects() ?? [] })
        let factory = BusObject(method: { [weak self] in try self?.open($0) ?? [] })
        exports = [
            try connection.export(
                manager, at: "/org/gnome/evolution/dataserver/SourceManager", introspection: Self.managerIntrospection),
            try connection.export(
                factory, at: "/org/gnome/evolution/dataserver/CalendarFactory",
                introspection: Self.factoryIntrospection),
        ]
        for (identifier, calendar) in calendars {
            let object = BusObject(method: { [weak self] in try await self?.answer($0, identifier, calendar) ?? [] })
            exports.append(
                try connection.export(
                    object, at: "/calendars/" + identifier, introspection: Self.calendarIntrospection))
        }
        _ = try await connection.own("org.gnome.evolution.dataserver.Sources5")
        _ = try await connection.own("org.gnome.evolution.dataserver.Calendar\(version)")
    }

    private func managedObjects() -> [BusValue] {
        let objects = calendars.sorted { $0.key < $1.key }.map { identifier, calendar in
            BusValue.list([
                .text("/sources/" + identifier),
                .table([
                    "org.gnome.evolution.dataserver.Source": .table([
                        "UID": .text(identifier), "Data": .text(calendar.data),
                    ])
                ]),
            ])
        }
        return [.list(objects)]
    }

    private func open(_ call: BusCall) throws -> [BusValue] {
        let identifier = call.arguments.first?.asText ?? ""
        guard let calendar = calendars[identifier] else { throw BusError.failed("There is no such source.") }
        if let refusal = calendar.refusal { throw refusal }
        return [.text("/calendars/" + identifier), .text(connection.uniqueName)]
    }

    private func answer(_ call: BusCall, _ identifier: String, _ calendar: Calendar) async throws -> [BusValue] {
        let argument = call.arguments.first?.asText ?? ""
        switch call.method {
        case "Open": return [.list([])]
        case "GetObjectList":
            questions.append(argument)
            return [.list(calendar.entries.map(BusValue.text))]
        case "GetObject":
            if hangsAtSeries { try await Task.sleep(for: .seconds(60)) }
            guard let text = calendar.series[argument] else { throw BusError.failed("Object not found") }
            return [.text(text)]
        case "GetTimezone":
            guard let text = calendar.zones[argument] else { throw BusError.failed("Object not found") }
            return [.text(text)]
        default:
            closed.append(identifier)
            return []
        }
    }

    private static let managerIntrospection = """
        <node><interface name="org.freedesktop.DBus.ObjectManager"><method name="GetManagedObjects">
        <arg type="a{oa{sa{sv}}}" direction="out"/></method></interface></node>
        """
    private static let factoryIntrospection = """
        <node><interface name="org.gnome.evolution.dataserver.CalendarFactory"><method name="OpenCalendar">
        <arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="s" direction="out"/>
        </method></interface></node>
        """
    private static let calendarIntrospection = """
        <node><interface name="org.gnome.evolution.dataserver.Calendar">
        <method name="Open"><arg type="as" direction="out"/></method>
        <method name="GetObjectList"><arg type="s" direction="in"/><arg type="as" direction="out"/></method>
        <method name="GetObject"><arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="s" direction="out"/></method>
        <method name="GetTimezone"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
        <method name="Close"/></interface></node>
        """
}
