// SPDX-License-Identifier: GPL-3.0-or-later
// An object on a private bus, and its callers.

import JarvisBusTesting
import JarvisTesting
import Testing

@testable import GioKit

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct BusExportTests {
    private static let introspection = """
        <node><interface name="org.example.Desk">
        <method name="Add"><arg type="i" direction="in"/><arg type="i" direction="in"/>
        <arg type="x" direction="out"/></method>
        <method name="Echo"><arg type="a{sv}" direction="in"/><arg type="a{sv}" direction="out"/></method>
        <method name="Wait"><arg type="s" direction="out"/></method>
        <method name="Wrong"><arg type="s" direction="out"/></method>
        <method name="Refuse"/>
        <signal name="Changed"><arg type="s"/><arg type="ai"/></signal>
        <property name="Level" type="u" access="readwrite"/>
        <property name="Nothing" type="s" access="read"/>
        </interface></node>
        """

    /// The object's state.
    @MainActor
    private final class Desk {
        var level: BusValue = .integer(3)
        var isWaiting = false
        var wasCancelled = false

        var object: BusObject {
            BusObject(
                method: { [self] call in
                    switch call.method {
                    case "Add": [.integer(call.arguments.compactMap(\.asInteger).reduce(0, +))]
                    case "Echo": call.arguments
                    case "Wait": try await wait()
                    case "Refuse": throw BusError("org.example.Error.Closed", "come back tomorrow")
                    default: [.integer(1)]
                    }
                },
                property: { [self] name in name == "Level" ? level : nil },
                setProperty: { [self] _, value in
                    guard value != .integer(99) else { throw BusError.invalidArguments("too loud") }
                    level = value
                })
        }

        private func wait() async throws -> [BusValue] {
            isWaiting = true
            do {
                try await Task.sleep(for: .seconds(50))
            } catch {
                wasCancelled = true
                throw error
            }
            return [.text("waited")]
        }
    }

    private let bus: PrivateBus
    private let desk = Desk()

    init() throws {
        bus = try PrivateBus()
    }

    private func export(on connection: BusConnection) throws -> BusExport {
        try connection.export(desk.object, at: "/org/example/Desk", introspection: Self.introspection)
    }

    private func call(
        _ client: BusConnection, _ server: String, _ method: String, _ arguments: [BusValue] = [],
        _ signature: String = "", interface: String = "org.example.Desk", within limit: Duration? = nil
    ) async throws -> [BusValue] {
        try await client.call(
            server, path: "/org/example/Desk", interface: interface, method: method, arguments,
            signature: signature, within: limit)
    }

    private func errorName(_ action: () async throws -> [BusValue]) async throws -> String {
        do {
            let reply = try await action()
            return "answered \(reply)"
        } catch BusFailure.refused(let error) {
            return String(error.name.split(separator: ".").last ?? "")
        }
    }

    @Test func callsAreAnsweredAndMismatchesRefused() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        let name = server.uniqueName
        #expect(try await call(client, name, "Add", [.integer(2), .integer(3)], "ii") == [.integer(5)])
        let table: BusValue = .table(["a": .integer(1), "b": .list([.text("x"), .flag(true)])])
        #expect(try await call(client, name, "Echo", [table], "a{sv}") == [table])
        await #expect(throws: BusFailure.refused(BusError("org.example.Error.Closed", "come back tomorrow"))) {
            try await call(client, name, "Refuse")
        }
        #expect(try await errorName { try await call(client, name, "Nonsense") } == "UnknownMethod")
        #expect(try await errorName { try await call(client, name, "Add", [.text("2")], "s") } == "InvalidArgs")
        #expect(try await errorName { try await call(client, name, "Wrong") } == "Failed")
        #expect(try await errorName { try await call(client, ":9.9", "Add") } == "ServiceUnknown")
        await #expect(throws: BusFailure.mismatch(signature: "ii")) {
            try await call(client, name, "Add", [.integer(1), .integer(1 << 40)], "ii")
        }
        withExtendedLifetime(export) {}
    }

    @Test func propertiesAreReadSetAndAnnounced() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        let name = server.uniqueName
        let properties = "org.freedesktop.DBus.Properties"
        func get(_ property: String) async throws -> [BusValue] {
            try await call(
                client, name, "Get", [.text("org.example.Desk"), .text(property)], "ss", interface: properties)
        }
        #expect(try await get("Level") == [.integer(3)])
        #expect(try await errorName { try await get("Nothing") } == "Failed")
        #expect(try await errorName { try await get("Nonsense") } == "InvalidArgs")
        // A variant carries its own type, and the property is not a 64-bit integer.
        #expect(
            try await errorName {
                try await call(
                    client, name, "Set", [.text("org.example.Desk"), .text("Level"), .integer(7)], "ssv",
                    interface: properties)
            } == "InvalidArgs")
        var told: [BusConnection.Signal] = []
        let subscription = client.subscribe(sender: name, interface: properties) { told.append($0) }
        // Once this is answered, the bus knows of the subscription.
        #expect(try await get("Level") == [.integer(3)])
        desk.level = .integer(8)
        try export.tellChanged(["Level"])
        await yieldUntil { !told.isEmpty }
        #expect(told.first?.arguments == [.text("org.example.Desk"), .table(["Level": .integer(8)]), .list([])])
        #expect(throws: BusFailure.self) { try export.tellChanged(["Nonsense"]) }
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: [
        ("org.example.Desk", "", "Add"), ("org.example.Desk", "/org//Desk", "Add"), ("", "/org/example/Desk", "Add"),
        ("no name", "/org/example/Desk", "Add"), ("org.example.Desk", "/org/example/Desk", "1"),
    ])
    func invalidMessagesAreRefused(name: String, path: String, method: String) async throws {
        let client = try await bus.connection()
        #expect(
            try await errorName {
                try await client.call(name, path: path, interface: "org.example.Desk", method: method)
            } == "InvalidArgs")
    }

    @Test func signalsReachSubscribers() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        var heard: [BusConnection.Signal] = []
        let subscription = client.subscribe(sender: server.uniqueName, signal: "Changed") { heard.append($0) }
        _ = try await call(client, server.uniqueName, "Add", [.integer(0), .integer(0)], "ii")
        try export.emit("Changed", [.text("a"), .list([.integer(1), .integer(2)])])
        await yieldUntil { !heard.isEmpty }
        #expect(
            heard == [
                .init(
                    sender: server.uniqueName, path: "/org/example/Desk", name: "Changed",
                    arguments: [.text("a"), .list([.integer(1), .integer(2)])])
            ])
        #expect(throws: BusFailure.mismatch(signature: "sai")) { try export.emit("Changed", [.text("a")]) }
        #expect(throws: BusFailure.mismatch(signature: "Nonsense")) { try export.emit("Nonsense") }
        withExtendedLifetime(subscription) {}
    }

    @Test func aCallersDisconnectCancelsItsCall() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        let waiting = Task { try await call(client, server.uniqueName, "Wait") }
        await yieldUntil { desk.isWaiting }
        client.close()
        await yieldUntil { desk.wasCancelled }
        #expect(desk.wasCancelled)
        await #expect(throws: BusFailure.self) { try await waiting.value }
        withExtendedLifetime(export) {}
    }

    @Test func withdrawingAnObjectFailsPendingCalls() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        let waiting = Task { try await call(client, server.uniqueName, "Wait") }
        await yieldUntil { desk.isWaiting }
        export.withdraw()
        export.withdraw()
        #expect(try await errorName { try await waiting.value } == "Failed")
        #expect(desk.wasCancelled)
        let late = try await errorName { try await call(client, server.uniqueName, "Refuse") }
        #expect(["UnknownMethod", "UnknownObject"].contains(late))
        let again = try self.export(on: server)
        #expect(try await errorName { try await call(client, server.uniqueName, "Refuse") } == "Closed")
        withExtendedLifetime(again) {}
    }

    @Test func aCancelledAndALateCallEnd() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        let waiting = Task { try await call(client, server.uniqueName, "Wait") }
        await yieldUntil { desk.isWaiting }
        waiting.cancel()
        await #expect(throws: BusFailure.cancelled) { try await waiting.value }
        await #expect(throws: BusFailure.timedOut) {
            try await call(client, server.uniqueName, "Wait", within: .milliseconds(50))
        }
        withExtendedLifetime(export) {}
    }

    @Test func invalidExportsThrow() async throws {
        let server = try await bus.connection()
        let export = try export(on: server)
        #expect(throws: BusFailure.self) { try self.export(on: server) }
        #expect(throws: BusFailure.self) { try server.export(desk.object, at: "/x", introspection: "<node>") }
        #expect(throws: BusFailure.self) { try server.export(desk.object, at: "/x", introspection: "<node/>") }
        #expect(throws: BusFailure.self) {
            try server.export(desk.object, at: "x y", introspection: Self.introspection)
        }
        withExtendedLifetime(export) {}
    }

    @Test func nameHasASingleOwner() async throws {
        let (first, second) = (try await bus.connection(), try await bus.connection())
        #expect(try await first.own("org.example.Desk"))
        #expect(try await first.own("org.example.Desk"))
        #expect(try await !second.own("org.example.Desk"))
        try await first.release("org.example.Desk")
        #expect(try await second.own("org.example.Desk"))
    }

    @Test func endOfTheBusEndsCallsButNotTheProcess() async throws {
        let (server, client) = (try await bus.connection(), try await bus.connection())
        let export = try export(on: server)
        let waiting = Task { try await call(client, server.uniqueName, "Wait") }
        await yieldUntil { desk.isWaiting }
        bus.end()
        await #expect(throws: BusFailure.self) { try await waiting.value }
        await yieldUntil { client.isClosed }
        await #expect(throws: BusFailure.self) { try await bus.connection() }
        withExtendedLifetime(export) {}
    }
}
