// SPDX-License-Identifier: GPL-3.0-or-later
// The portal GlobalShortcuts (version 1) and the registry of programs, as their documentation describes them, on a bus of
// the test's own.

import GioKit
import JarvisTesting

/// Binds what it is asked to bind, and presses keys.
@MainActor
final class ShortcutsPortalDouble {
    static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"

    let connection: BusConnection
    /// 0: the user agrees, 1: the user does not, 2: something fails.
    var answer: Int64 = 0
    /// What a grant lists as bound: the shortcuts that were asked for, none of them, as KDE does, or another program's.
    enum Listing { case none, asked, empty, other }
    var listing = Listing.asked
    /// The name of the key that a session comes with, as in KDE before Plasma 6, or "" while the user has chosen none; nil
    /// where shortcuts are bound afterwards alone.
    var keyOfSession: String?
    private(set) var bindCount = 0
    private(set) var registered: [String: String] = [:]
    /// Identity, description and suggested trigger of what was bound, by session.
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

    /// The session that has a shortcut.
    var session: String? { shortcuts.keys.first }

    /// Presses or releases the key of a session's shortcut.
    func send(_ signal: String, of session: String, shortcut: String? = nil) throws {
        try exports.last?.emit(
            signal,
            [
                .text(session), .text(shortcut ?? shortcuts[session]?.id ?? ""), .integer(1234), .table([:]),
            ], to: owners[session])
    }

    /// Ends a session as the desktop may at any time.
    func close(_ session: String) throws {
        try sessions[session]?.emit("Closed")
        forget(session)
    }

    /// The user chooses a key in the desktop's settings, or takes it away.
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
        // As early as it can be: before the call itself is answered.
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
