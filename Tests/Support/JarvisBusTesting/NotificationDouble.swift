// SPDX-License-Identifier: GPL-3.0-or-later
// A double of the desktop's notification service.

public import GioKit
import JarvisTesting

/// A notification service that records the notifications.
@MainActor
public final class NotificationDouble {
    /// A notification on the screen.
    public struct Shown {
        public let title: String
        public let body: String
        /// The keys of its buttons.
        public let keys: [String]
        /// True if clicking the notification itself does something.
        public let isClickable: Bool
        public let category: String
        public let urgency: Int64?
        public let isResident: Bool
        public let expiresAfterMilliseconds: Int64?
    }

    /// Why a notification was closed, numbered as in the specification.
    public enum Reason: Int64, Sendable {
        case expired = 1
        case dismissed, closed, undefined
    }

    public static let name = "org.freedesktop.Notifications"

    public private(set) var shown: [Int64: Shown] = [:]
    public private(set) var everything: [String] = []
    /// The notifications that it was asked to close.
    public private(set) var closed: [Int64] = []
    /// True to delay its replies until this is reset.
    public var isSlow = false
    /// The capabilities that it reports.
    public var capabilities = ["actions", "body"]
    /// True while the user has turned on Do Not Disturb.
    public private(set) var isInhibited = false
    private var last: Int64
    private var export: BusExport?
    private let connection: BusConnection

    /// - Parameter last: Its numbers begin after this one.
    public init(on connection: BusConnection, after last: Int64 = 40) async throws {
        self.connection = connection
        self.last = last
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
                <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
                <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal></interface></node>
                """)
        _ = try await connection.own(Self.name)
    }

    /// Ends the service and everything it shows.
    public func leave() {
        shown = [:]
        connection.close()
    }

    /// The number of the notification with this title; nil if none is shown.
    public func number(titled title: String) -> Int64? { shown.first { $0.value.title == title }?.key }

    public func inhibit(_ isInhibited: Bool) throws {
        self.isInhibited = isInhibited
        try export?.tellChanged(["Inhibited"])
    }

    public func press(_ key: String, on number: Int64) throws {
        try export?.emit("ActionInvoked", [.integer(number), .text(key)])
    }

    /// Closes a notification that the sender did not withdraw.
    public func remove(_ number: Int64, _ reason: Reason) throws {
        shown[number] = nil
        try export?.emit("NotificationClosed", [.integer(number), .integer(reason.rawValue)])
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
            if shown[number] != nil { try? remove(number, .closed) }
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
        let hints = call.arguments[6].asTable ?? [:]
        shown[number] = Shown(
            title: title, body: body, keys: keys.filter { $0 != "default" }, isClickable: keys.contains("default"),
            category: hints["category"]?.asText ?? "", urgency: hints["urgency"]?.asInteger,
            isResident: hints["resident"]?.asFlag ?? false, expiresAfterMilliseconds: call.arguments[7].asInteger)
        everything += [title, body]
        await yieldUntil { !isSlow }
        return [.integer(number)]
    }
}
