// SPDX-License-Identifier: GPL-3.0-or-later
// A double of the GlobalShortcuts portal (version 1) and the host app registry, as documented, on the test's own bus.

import GioKit
import JarvisTesting

/// Binds the requested shortcuts and sends their key presses.
@MainActor
final class ShortcutsPortalDouble {
    static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"

    let connection: BusConnection
    /// Response to a bind request. 0: granted, 1: denied by the user, 2: failed.
    var answer: Int64 = 0
    /// The shortcuts a grant lists: no list at all, those requested, an empty list as KDE sends, or another program's.
    enum Listing { case none, asked, empty, other }
    var listing = Listing.asked
    /// Key name that a new session already has, as in KDE before Plasma 6, or "" if the user has chosen none; nil if
    /// shortcuts are bound only on request.
    var keyOfSession: String?
    private(set) var bindCount = 0
    private(set) var registered: [String: String] = [:]
    /// ID, description and suggested trigger of each bound shortcut, by session.
    private(set) var shortcuts: [String: (id: String, description: String?, trigger: String?)] = [:]
    private var owners: [String: String] = [:]
    private var exports: [BusExport] = []
    private var sessions: [String: BusExport] = [:]
    private var callers: Set<String> = []

    init(on connection: BusConnection, hasShortcuts: Bool = true) async throws {
        self.connection = connection
        let object = BusObject(
            method: { [weak self] in try self?.take($0) ?? [] }, property: { _ in .integer(1) })
        exports.append(
            try connection.export(
                object, at: Self.path,
                introspection: """
                    <node><interface name="org.freedesktop.host.portal.Registry"><method name="Register">
                    <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/></method>
                    <property name="version" type="u" access="read"/></interface></node>
                    """))
        if hasShortcuts {
            exports.append(try connection.export(object, at: Self.path, introspection: Self.introspection))
        }
        _ = try await connection.own(Self.name)
    }

    /// A session with a bound shortcut.
    var session: String? { shortcuts.keys.first }

    /// Presses or releases the key of a session's shortcut.
    func send(_ signal: String, of session: String, shortcut: String? = nil) throws {
        try exports.last?.emit(
            signal,
            [
                .text(session), .text(shortcut ?? shortcuts[session]?.id ?? ""), .integer(1234), .table([:]),
            ], to: owners[session])
    }

    /// Ends a session, as the desktop may at any time.
    func close(_ session: String) throws {
        try sessions[session]?.emit("Closed")
        forget(session)
    }

    /// Simulates the user setting or removing a key in the desktop's settings.
    func change(_ listing: Listing, of session: String) throws {
        self.listing = listing
        try exports.last?.emit(
            "ShortcutsChanged", [.text(session), entries(of: session)], to: owners[session])
    }

    private func list(of session: String) -> BusValue? {
        listing == .none ? nil : .typed("a(sa{sv})", entries(of: session))
    }

    private func entries(of session: String) -> BusValue {
        switch listing {
        case .none, .empty: .list([])
        case .asked: .list([.list([.text(shortcuts[session]?.id ?? ""), .table([:])])])
        case .other: .list([.list([.text("other"), .table([:])])])
        }
    }

    private func forget(_ session: String) {
        (sessions[session], shortcuts[session]) = (nil, nil)
    }

    private func bind(_ list: BusValue?, to session: String) {
        let shortcut = list?.asList?.first?.asList ?? []
        let details = shortcut.last?.asTable ?? [:]
        shortcuts[session] = (
            shortcut.first?.asText ?? "", details["description"]?.asText, details["preferred_trigger"]?.asText
        )
    }

    private func take(_ call: BusCall) throws -> [BusValue] {
        guard call.method != "Register" else {
            guard !callers.contains(call.sender), registered[call.sender] == nil else {
                throw BusError.failed("Connection already associated with an application ID")
            }
            registered[call.sender] = call.arguments[0].asText
            return []
        }
        callers.insert(call.sender)
        let options = call.arguments.last?.asTable ?? [:]
        let sender = call.sender.dropFirst().replacing(".", with: "_")
        func path(_ kind: String, _ key: String) -> String {
            "\(Self.path)/\(kind)/\(sender)/\(options[key]?.asText ?? "t")"
        }
        var results: [String: BusValue] = [:]
        if call.method == "CreateSession" {
            let session = path("session", "session_handle_token")
            sessions[session] = try connection.export(
                BusObject(method: { [weak self] _ in
                    self?.forget(session)
                    return []
                }), at: session,
                introspection: """
                    <node><interface name="org.freedesktop.portal.Session"><method name="Close"/>
                    <signal name="Closed"/></interface></node>
                    """)
            owners[session] = call.sender
            results["session_handle"] = .text(session)
            if let keyOfSession {
                bind(options["shortcuts"], to: session)
                let details: [String: BusValue] = ["trigger_description": .text(keyOfSession)]
                let entry = BusValue.list([.text(shortcuts[session]?.id ?? ""), .table(details)])
                results["shortcuts"] = .typed("a(sa{sv})", .list([entry]))
            }
        } else {
            let session = call.arguments[0].asText ?? ""
            guard sessions[session] != nil, shortcuts[session] == nil || keyOfSession != nil else {
                throw BusError.failed("no such session")
            }
            bindCount += 1
            if answer == 0 {
                bind(call.arguments[1], to: session)
                results["shortcuts"] = list(of: session)
            }
        }
        let handle = path("request", "handle_token")
        let request = try connection.export(
            BusObject(method: { _ in [] }), at: handle,
            introspection: """
                <node><interface name="org.freedesktop.portal.Request"><method name="Close"/>
                <signal name="Response"><arg type="u"/><arg type="a{sv}"/></signal></interface></node>
                """)
        // As early as possible: before the call itself is answered.
        try request.emit(
            "Response", [.integer(call.method == "CreateSession" ? 0 : answer), .table(results)], to: call.sender)
        request.withdraw()
        return [.text(handle)]
    }

    private static let introspection = """
        <node><interface name="org.freedesktop.portal.GlobalShortcuts">
        <method name="CreateSession"><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
        <method name="BindShortcuts"><arg type="o" direction="in"/><arg type="a(sa{sv})" direction="in"/>
        <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method>
        <signal name="Activated"><arg type="o"/><arg type="s"/><arg type="t"/><arg type="a{sv}"/></signal>
        <signal name="Deactivated"><arg type="o"/><arg type="s"/><arg type="t"/><arg type="a{sv}"/></signal>
        <signal name="ShortcutsChanged"><arg type="o"/><arg type="a(sa{sv})"/></signal>
        <property name="version" type="u" access="read"/></interface></node>
        """
}
