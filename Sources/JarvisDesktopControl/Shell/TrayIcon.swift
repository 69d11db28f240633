// SPDX-License-Identifier: GPL-3.0-or-later
// Shows JARVIS's state as a tray icon, using the StatusNotifierItem protocol. The icon exists only while a program
// collects such icons (StatusNotifierWatcher). Main thread only.

public import GioKit
import Glibc
import JarvisConversation
import JarvisCore

/// Offers the icon, if the user wants it and the desktop has a tray, until released.
@MainActor
public final class TrayIcon {
    private static let watcher = "org.kde.StatusNotifierWatcher"
    private static let path = "/StatusNotifierItem"
    private static let menuPath = "/StatusNotifierItem/Menu"
    /// The protocol requires a separate bus name for each icon of each process.
    private let name: String

    private let connection: BusConnection
    private let ports: ShellPorts
    private let words: ShellWords
    private var watch: NameWatch?
    private var observations: [Observation] = []
    private var following: Task<Void, Never>?
    /// The program that collects icons; nil if there is none.
    private var collector: String?
    /// The collector that has the icon; nil if none has.
    private var given: String?
    private var export: BusExport?
    private var menu: MenuObject?
    private var shown: TrayState
    private var settings: Settings
    /// Pending changes, in order.
    private var work: Task<Void, Never>?

    public init(_ ports: ShellPorts, _ words: ShellWords, on connection: BusConnection) {
        self.connection = connection
        self.ports = ports
        self.words = words
        name = "org.kde.StatusNotifierItem-\(getpid())-1"
        shown = TrayState(ports.state())
        // Subscribes before the first read, so no change is lost.
        let changes = ports.settings.changes()
        settings = ports.settings.current
        watch = connection.watch(
            Self.watcher,
            appeared: { [weak self] in self?.collect($0) }, vanished: { [weak self] in self?.collect(nil) })
        observations = [ports.observe { [weak self] in self?.show($0) }]
        if let calls = ports.calls {
            observations.append(
                calls.observe { [weak self] _ in
                    guard let self else { return }
                    self.menu?.show(self.menuNow.items)
                })
        }
        following = Task { [weak self] in
            for await settings in changes { self?.take(settings) }
        }
    }

    isolated deinit {
        following?.cancel()
    }

    /// True while the icon is in a tray.
    public var isShown: Bool { given != nil }

    /// Removes the icon from the tray, and returns when that is done.
    public func end() async {
        watch = nil
        observations = []
        following?.cancel()
        collect(nil)
        await settle()
    }

    /// Returns once the icon is in the tray or gone from it, as the current settings require.
    public func settle() async { await work?.value }

    private func collect(_ collector: String?) {
        self.collector = collector
        place()
    }

    private func take(_ settings: Settings) {
        self.settings = settings
        place()
        menu?.show(menuNow.items)
    }

    private func place() {
        let earlier = work
        work = Task { [weak self] in
            await earlier?.value
            await self?.offerOrWithdraw()
        }
    }

    private func offerOrWithdraw() async {
        let wanted = settings.showsTrayIcon ? collector : nil
        guard wanted != given else { return }
        guard let wanted else { return await withdraw() }
        do {
            if export == nil { try await offer() }
            _ = try await connection.call(
                Self.watcher, path: "/StatusNotifierWatcher", interface: Self.watcher,
                method: "RegisterStatusNotifierItem", [.text(name)], signature: "s")
            given = wanted
        } catch {
            // A tray may refuse the icon, or end in the meantime. The next tray to appear gets the icon again.
            await withdraw()
        }
    }

    private func offer() async throws {
        menu = try MenuObject(
            menuNow.items, on: connection, at: Self.menuPath
        ) { [weak self] in try await self?.choose($0, for: $1) }
        export = try connection.export(
            BusObject(
                method: { [weak self] in try await self?.answer($0) ?? [] },
                property: { [weak self] in self?.value($0) }),
            at: Self.path, introspection: Self.introspection)
        guard try await connection.own(name) else { throw BusFailure.notExported("\(name) is taken") }
    }

    private func withdraw() async {
        (given, menu) = (nil, nil)
        export?.withdraw()
        export = nil
        // Releasing the name makes the tray remove the icon.
        try? await connection.release(name)
    }

    private func show(_ state: AssistantState) {
        menu?.show(menu(state).items)
        let new = TrayState(state)
        guard new != shown else { return }
        shown = new
        for signal in ["NewIcon", "NewToolTip", "NewTitle"] { try? export?.emit(signal) }
    }

    private var menuNow: TrayMenu { menu(ports.state()) }

    private func menu(_ state: AssistantState) -> TrayMenu {
        TrayMenu(state, calls: ports.calls?.state(), settings, words)
    }

    private func choose(_ number: Int64, for caller: String) async throws {
        try await admit(caller)
        try await menuNow.perform(number, ports)
    }

    private func answer(_ call: BusCall) async throws -> [BusValue] {
        switch call.method {
        case "Activate": try ports.showWindow(nil)
        case "SecondaryActivate":
            try await admit(call.sender)
            try await menuNow.talk(ports)
        // Ignore ContextMenu and Scroll: the tray draws the menu, and there is nothing to scroll.
        default: break
        }
        return []
    }

    /// - Throws: `BusError` if the caller isn't the tray and the user doesn't allow other programs.
    private func admit(_ caller: String) async throws {
        if settings.answersPrograms { return }
        guard await DesktopPart.isTray(caller, on: connection) else {
            throw BusError.accessDenied("Only the tray can click here.")
        }
    }

    private func value(_ property: String) -> BusValue? {
        switch property {
        case "Category": .text("ApplicationStatus")
        case "Id": .text(ProgramIdentity.name)
        case "Title": .text(words.state(shown))
        case "Status": .text("Active")
        case "WindowId": .integer(0)
        case "IconName": .text(shown.icon)
        case "IconThemePath": .text(words.iconFolder)
        case "OverlayIconName", "AttentionIconName", "AttentionMovieName": .text("")
        case "IconPixmap", "OverlayIconPixmap", "AttentionIconPixmap": .list([])
        case "ToolTip": .list([.text(shown.icon), .list([]), .text(words.state(shown)), .text("")])
        case "ItemIsMenu": .flag(false)
        case "Menu": .text(Self.menuPath)
        default: nil
        }
    }

    private static let introspection: String = {
        let properties = [
            ("Category", "s"), ("Id", "s"), ("Title", "s"), ("Status", "s"), ("WindowId", "i"), ("IconName", "s"),
            ("IconThemePath", "s"), ("IconPixmap", "a(iiay)"), ("OverlayIconName", "s"),
            ("OverlayIconPixmap", "a(iiay)"), ("AttentionIconName", "s"), ("AttentionIconPixmap", "a(iiay)"),
            ("AttentionMovieName", "s"), ("ToolTip", "(sa(iiay)ss)"), ("ItemIsMenu", "b"), ("Menu", "o"),
        ].map { "<property name=\"\($0)\" type=\"\($1)\" access=\"read\"/>" }
        let place = "<arg type=\"i\" direction=\"in\"/>"
        let methods = ["ContextMenu", "Activate", "SecondaryActivate"].map {
            "<method name=\"\($0)\">\(place)\(place)</method>"
        }
        let signals = ["NewTitle", "NewIcon", "NewToolTip"].map { "<signal name=\"\($0)\"/>" }
        return "<node><interface name=\"org.kde.StatusNotifierItem\">" + (properties + methods + signals).joined()
            + "<method name=\"Scroll\">\(place)<arg type=\"s\" direction=\"in\"/></method></interface></node>"
    }()
}
