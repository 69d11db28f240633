// SPDX-License-Identifier: GPL-3.0-or-later
// Shell integration on the test's own bus, with the real reducers and no engines.

import GioKit
import JarvisBusTesting
import JarvisConversation
import JarvisCore
import JarvisTesting

@testable import JarvisDesktopControl

/// Boxes a value for main-actor closures.
@MainActor
final class Kept<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

@MainActor
final class ShellFixture {
    let bus: PrivateBus
    /// JARVIS's own connection.
    let connection: BusConnection
    let settings: FakeSettingsStore
    let history = FakeConversationStore()
    private(set) var state: AssistantState
    private(set) var sent: [AssistantEvent] = []
    private(set) var shownWindows: [String?] = []
    private(set) var hasQuit = false
    var isSeen = true
    /// If false, showing a window fails.
    var hasDisplay = true
    private(set) var calls = CallState()
    private let changes = Broadcast<Void>()
    private let callChanges = Broadcast<Void>()

    init(change: (inout Settings) -> Void = { _ in }) async throws {
        bus = try PrivateBus()
        connection = try await bus.connection()
        var values = Settings()
        values.detectionMode = .pushToTalk
        change(&values)
        settings = FakeSettingsStore(values)
        state = AssistantState(turn: TurnID(rawValue: 1), policy: ConversationPolicy(values))
    }

    var ports: ShellPorts {
        ShellPorts(
            state: { self.state },
            observe: { handler in
                handler(self.state)
                return self.changes.observe { MainActor.assumeIsolated { handler(self.state) } }
            },
            send: { self.send($0) }, isSeen: { self.isSeen },
            calls: ShellCalls(
                state: { self.calls },
                observe: { handler in
                    handler(self.calls)
                    return self.callChanges.observe { MainActor.assumeIsolated { handler(self.calls) } }
                },
                request: { self.take(.requested($0, ActionToken(rawValue: 1))) }),
            settings: settings, history: history,
            showWindow: {
                guard self.hasDisplay else { throw BusError.failed("no display") }
                self.shownWindows.append($0)
            }, quit: { self.hasQuit = true })
    }

    static let words = ShellWords(
        state: { "JARVIS: \($0.rawValue)" }, entry: { "\($0)" }, speaker: { $0.rawValue },
        keyDescription: "Hold to talk",
        iconFolder: "/usr/share/jarvis/data/icons")

    func send(_ event: AssistantEvent) {
        sent.append(event)
        _ = AssistantReducer.reduce(&state, event)
        changes.send()
    }

    /// Passes an event to the real call reducer; audio is granted and opened at once.
    func take(_ event: CallEvent) {
        var events = [event]
        while !events.isEmpty {
            for effect in CallReducer.reduce(&calls, events.removeFirst(), at: Timestamp(millisecondsSinceEpoch: 0)) {
                switch effect {
                case .claimAudio(let id): events.append(.audioGranted(id))
                case .openAudio(let id, let step): events.append(.connected(id, step: step))
                default: break
                }
            }
        }
        callChanges.send()
    }

    /// Moves the conversation to a phase, as its engines would.
    func become(_ phase: ConversationPhase) {
        state.phase = phase
        changes.send()
    }
}

/// A double of the tray: watcher and host in one.
@MainActor
final class TrayDouble {
    static let name = "org.kde.StatusNotifierWatcher"
    private(set) var items: [String] = []
    let connection: BusConnection
    private var export: BusExport?
    private var watches: [NameWatch] = []

    init(on connection: BusConnection) async throws {
        self.connection = connection
        export = try connection.export(
            BusObject(
                method: { [weak self] in try self?.answer($0) ?? [] },
                property: { [weak self] name in
                    switch name {
                    case "RegisteredStatusNotifierItems": .list((self?.items ?? []).map { .text($0) })
                    case "IsStatusNotifierHostRegistered": .flag(true)
                    default: .integer(0)
                    }
                }), at: "/StatusNotifierWatcher",
            introspection: """
                <node><interface name="org.kde.StatusNotifierWatcher">
                <method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
                <method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
                <property name="RegisteredStatusNotifierItems" type="as" access="read"/>
                <property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
                <property name="ProtocolVersion" type="i" access="read"/>
                <signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
                <signal name="StatusNotifierItemUnregistered"><arg type="s"/></signal>
                <signal name="StatusNotifierHostRegistered"/>
                </interface></node>
                """)
        _ = try await connection.own(Self.name)
    }

    private func answer(_ call: BusCall) throws -> [BusValue] {
        guard call.method == "RegisterStatusNotifierItem", let item = call.arguments[0].asText else { return [] }
        items.append(item)
        watches.append(
            connection.watch(
                item, appeared: { _ in }, vanished: { [weak self] in self?.items.removeAll { $0 == item } }))
        return []
    }

    /// Reads a property of the icon as a host does.
    func read(_ property: String) async -> BusValue? {
        await connection.property(
            property, "org.kde.StatusNotifierItem", of: items.last ?? "", path: "/StatusNotifierItem")
    }

    func call(_ method: String, _ arguments: [BusValue] = [], _ signature: String = "") async throws -> [BusValue] {
        try await connection.call(
            items.last ?? "", path: "/StatusNotifierItem", interface: "org.kde.StatusNotifierItem", method: method,
            arguments, signature: signature)
    }

    func menu(_ method: String, _ arguments: [BusValue], _ signature: String) async throws -> [BusValue] {
        let path = await read("Menu")?.asText ?? ""
        return try await connection.call(
            items.last ?? "", path: path, interface: "com.canonical.dbusmenu", method: method, arguments,
            signature: signature)
    }

    /// ID and properties of each menu entry.
    func entries() async throws -> [(id: Int64, properties: [String: BusValue])] {
        let reply = try await menu("GetLayout", [.integer(0), .integer(-1), .list([])], "iias")
        let root = reply.last?.asList ?? []
        return (root.last?.asList ?? []).compactMap { entry in
            guard let parts = entry.asList, let id = parts[0].asInteger else { return nil }
            return (id, parts[1].asTable ?? [:])
        }
    }

    /// Clicks the menu entry with this label.
    func click(_ label: String) async throws {
        let entry = try await entries().first { $0.properties["label"]?.asText == label }
        _ = try await menu(
            "Event", [.integer(entry?.id ?? -1), .text("clicked"), .integer(0), .integer(0)], "isvu")
    }
}
