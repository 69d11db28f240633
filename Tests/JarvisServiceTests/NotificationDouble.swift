// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in for the desktop's notifications.

import GioKit
import JarvisTesting

/// A notification service that keeps what it is asked to show.
@MainActor
final class NotificationDouble {
    private(set) var shown: [Int64: (title: String, body: String, keys: [String], category: String)] = [:]
    private(set) var everything: [String] = []
    private(set) var closed: [Int64] = []
    /// It keeps its answers to itself for the time being.
    var isSlow = false
    /// What it says that it can do.
    var capabilities = ["actions", "body"]
    /// The user does not want to be disturbed.
    private(set) var isInhibited = false
    private var last: Int64 = 40
    private var export: BusExport?

    init(on connection: BusConnection) async throws {
        export = try connection.export(
            BusObject(
                method: { [weak self] in await self?.answer($0) ?? [] },
                property: { [weak self] in $0 == "Inhibited" ? .flag(self?.isInhibited ?? false) : nil }),
            at: "/org/freedesktop/Notifications",
            introspection: """
                <node><interface name="org.freedesktop.Notifications"><method name="Notify">
                <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
                <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
                <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
                <method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
                <arg type="s" direction="out"/><arg type="s" direction="out"/></method>
                <method name="GetCapabilities"><arg type="as" direction="out"/></method>
                <method name="CloseNotification"><arg type="u" direction="in"/></method>
                <property name="Inhibited" type="b" access="read"/>
                <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal></interface></node>
                """)
        _ = try await connection.own("org.freedesktop.Notifications")
    }

    /// The number of what is shown with this title; nil: nothing is.
    func number(titled title: String) -> Int64? { shown.first { $0.value.title == title }?.key }

    func inhibit(_ isInhibited: Bool) throws {
        self.isInhibited = isInhibited
        try export?.tellChanged(["Inhibited"])
    }

    func press(_ key: String, on number: Int64) throws {
        try export?.emit("ActionInvoked", [.integer(number), .text(key)])
    }

    private func answer(_ call: BusCall) async -> [BusValue] {
        if call.method == "GetServerInformation" {
            await yieldUntil { !isSlow }
            return ["double", "jarvis", "1", "1.2"].map { .text($0) }
        }
        if call.method == "GetCapabilities" {
            await yieldUntil { !isSlow }
            return [.list(capabilities.map { .text($0) })]
        }
        guard call.method == "Notify" else {
            let number = call.arguments.first?.asInteger ?? 0
            closed.append(number)
            shown[number] = nil
            return []
        }
        var number = call.arguments[1].asInteger ?? 0
        if number == 0 {
            last += 1
            number = last
        }
        let (title, body) = (call.arguments[3].asText ?? "", call.arguments[4].asText ?? "")
        let buttons = (call.arguments[5].asList ?? []).compactMap(\.asText)
        let keys = stride(from: 0, to: buttons.count, by: 2).map { buttons[$0] }
        let category = call.arguments[6].asTable?["category"]?.asText ?? ""
        shown[number] = (title, body, keys, category)
        everything += [title, body]
        await yieldUntil { !isSlow }
        return [.integer(number)]
    }
}
