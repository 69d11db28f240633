// SPDX-License-Identifier: GPL-3.0-or-later
// A double of logind on the test's own bus; records requests and does nothing.

public import GioKit

/// A session whose lock, brightness and end are only recorded.
@MainActor
public final class LogindDouble {
    /// The methods that were called, with their arguments.
    public private(set) var calls: [String] = []
    /// The replies of the Can… methods.
    public var answers: [String: String] = [:]
    /// The errors with which calls are refused, by method.
    public var refusals: [String: BusError] = [:]
    public var blockers: [(what: String, who: String)] = []
    public var isLocked = false
    /// True to lock on request, like a desktop with a screen locker.
    public var locksWhenAsked = true
    public var onSetBrightness: ((String, Int64) -> Void)?
    private let connection: BusConnection
    private var exports: [BusExport] = []

    public init(on connection: BusConnection) async throws {
        self.connection = connection
        let session = BusObject(
            method: { [weak self] in try self?.answer($0) ?? [] },
            property: { [weak self] in $0 == "LockedHint" ? .flag(self?.isLocked ?? false) : nil })
        let manager = BusObject(method: { [weak self] in try self?.answer($0) ?? [] })
        exports = [
            try connection.export(
                session, at: "/org/freedesktop/login1/session/auto", introspection: Self.sessionIntrospection),
            try connection.export(manager, at: "/org/freedesktop/login1", introspection: Self.managerIntrospection),
        ]
        _ = try await connection.own("org.freedesktop.login1")
    }

    private func answer(_ call: BusCall) throws -> [BusValue] {
        if call.method.hasPrefix("Can") { return [.text(answers[call.method] ?? "yes")] }
        if call.method == "ListInhibitors" {
            return [
                .list(
                    blockers.map {
                        .list([
                            .text($0.what), .text($0.who), .text("busy"), .text("block"), .integer(1000), .integer(1),
                        ])
                    })
            ]
        }
        calls.append(([call.method] + call.arguments.map { "\($0)" }).joined(separator: " "))
        if let refusal = refusals[call.method] { throw refusal }
        if call.method == "Lock", locksWhenAsked { isLocked = true }
        if call.method == "SetBrightness", let name = call.arguments[1].asText, let value = call.arguments[2].asInteger
        {
            onSetBrightness?(name, value)
        }
        return []
    }

    private static let sessionIntrospection = """
        <node><interface name="org.freedesktop.login1.Session">
        <method name="SetBrightness"><arg type="s" direction="in"/><arg type="s" direction="in"/>
        <arg type="u" direction="in"/></method>
        <method name="Lock"/><method name="Terminate"/>
        <property name="LockedHint" type="b" access="read"/></interface></node>
        """
    private static let managerIntrospection =
        "<node><interface name=\"org.freedesktop.login1.Manager\">"
        + ["Suspend", "Reboot", "PowerOff"].map {
            "<method name=\"\($0)\"><arg type=\"b\" direction=\"in\"/></method>"
                + "<method name=\"Can\($0)\"><arg type=\"s\" direction=\"out\"/></method>"
        }.joined()
        + "<method name=\"ListInhibitors\"><arg type=\"a(ssssuu)\" direction=\"out\"/></method></interface></node>"
}
