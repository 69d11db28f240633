// SPDX-License-Identifier: GPL-3.0-or-later
// Sleep, lock and session switch, told by a login manager on a bus of the test's own.

import GioKit
import JarvisBusTesting
import JarvisTesting
import Testing

@testable import JarvisService

@MainActor
private final class LoginDouble {
    var isLocked = false
    var isActive = true
    private var manager: BusExport?
    private var session: BusExport?

    init(on connection: BusConnection) async throws {
        manager = try connection.export(
            BusObject(method: { _ in [.text("/org/freedesktop/login1/session/_32")] }),
            at: "/org/freedesktop/login1",
            introspection: """
                <node><interface name="org.freedesktop.login1.Manager">
                <method name="GetSession"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
                <signal name="PrepareForSleep"><arg type="b"/></signal></interface></node>
                """)
        session = try connection.export(
            BusObject(
                method: { _ in [] },
                property: { [weak self] in
                    $0 == "LockedHint" ? .flag(self?.isLocked ?? false) : .flag(self?.isActive ?? true)
                }), at: "/org/freedesktop/login1/session/_32",
            introspection: """
                <node><interface name="org.freedesktop.login1.Session"><signal name="Lock"/><signal name="Unlock"/>
                <property name="LockedHint" type="b" access="read"/><property name="Active" type="b" access="read"/>
                </interface></node>
                """)
        _ = try await connection.own("org.freedesktop.login1")
    }

    func sleeps(_ sleeps: Bool) throws { try manager?.emit("PrepareForSleep", [.flag(sleeps)]) }
    func signal(_ name: String) throws { try session?.emit(name) }

    func change(isLocked: Bool, isActive: Bool) throws {
        (self.isLocked, self.isActive) = (isLocked, isActive)
        try session?.tellChanged(["LockedHint", "Active"])
    }
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LoginWatchTests {
    @Test func theUserIsAwayWhileTheComputerSleepsOrTheSessionIsLockedOrBehindAnother() async throws {
        let bus = try PrivateBus()
        let login = try await LoginDouble(on: try await bus.connection())
        let told = Kept<[Bool]>([])
        let watch = LoginWatch(try await bus.connection()) { told.value.append($0) }
        await watch.start(session: "2")
        #expect(!watch.isAway && told.value.isEmpty)
        try login.sleeps(true)
        await yieldUntil { told.value == [true] }
        try login.sleeps(false)
        await yieldUntil { told.value == [true, false] }
        try login.signal("Lock")
        await yieldUntil { told.value.count == 3 }
        try login.change(isLocked: true, isActive: false)
        try login.signal("Unlock")
        try login.change(isLocked: false, isActive: false)
        try login.change(isLocked: false, isActive: true)
        await yieldUntil { told.value == [true, false, true, false] }
    }

    @Test func whatIsTrueAtTheStartCounts() async throws {
        let bus = try PrivateBus()
        let login = try await LoginDouble(on: try await bus.connection())
        login.isLocked = true
        let watch = LoginWatch(try await bus.connection()) { _ in }
        await watch.start(session: nil)
        #expect(watch.isAway)
    }

    @Test func withoutALoginManagerTheUserIsThere() async throws {
        let bus = try PrivateBus()
        let watch = LoginWatch(try await bus.connection()) { _ in }
        await watch.start(session: nil)
        #expect(!watch.isAway)
    }
}
