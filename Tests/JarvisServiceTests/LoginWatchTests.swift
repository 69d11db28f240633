// SPDX-License-Identifier: GPL-3.0-or-later
// Sleep, lock and session changes, reported by a login manager double on the test's own bus.

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
                </interface></node>
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

    func signal(_ name: String) throws { try session?.emit(name) }

    func change(isLocked: Bool, isActive: Bool) throws {
        (self.isLocked, self.isActive) = (isLocked, isActive)
        try session?.tellChanged(["LockedHint", "Active"])
    }
}

extension LoginWatch.Sleep {
    fileprivate static var ignored: LoginWatch.Sleep { LoginWatch.Sleep(reason: "", prepare: {}, wake: {}) }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LoginWatchTests {
    @Test func theUserIsAwayWhileLockedOrSwitchedAway() async throws {
        let bus = try PrivateBus()
        let login = try await LoginDouble(on: try await bus.connection())
        let told = Kept<[Bool]>([])
        let watch = LoginWatch(try await bus.connection(), sleep: .ignored) { told.value.append($0) }
        await watch.start(session: "2")
        #expect(!watch.isAway && told.value.isEmpty)
        try login.signal("Lock")
        await yieldUntil { told.value.count == 1 }
        try login.change(isLocked: true, isActive: false)
        try login.signal("Unlock")
        try login.change(isLocked: false, isActive: false)
        try login.change(isLocked: false, isActive: true)
        await yieldUntil { told.value == [true, false] }
    }

    @Test func sleepIsDelayedUntilPreparationFinishes() async throws {
        let bus = try PrivateBus()
        let computer = try SleepDouble(address: bus.address)
        let (work, done) = AsyncStream.makeStream(of: Void.self)
        let told = Kept<[String]>([])
        let sleep = LoginWatch.Sleep(
            reason: "keeps what is said",
            prepare: {
                told.value.append("prepares")
                for await _ in work { break }
                told.value.append("is prepared")
            }, wake: { told.value.append("is awake") })
        let watch = LoginWatch(try await bus.connection(), sleep: sleep) { _ in }
        await watch.start(session: nil)
        #expect(watch.delaysSleep && computer.heldLocks == 1)
        #expect(computer.requests.first?.first == "sleep" && computer.requests.first?.last == "delay")
        computer.sleeps(true)
        await yieldUntil { told.value == ["prepares"] }
        #expect(computer.heldLocks == 1, "it waits")
        done.yield()
        await yieldUntil { computer.heldLocks == 0 }
        #expect(told.value.last == "is prepared" && !watch.isAway)
        computer.sleeps(false)
        await yieldUntil { computer.heldLocks == 1 }
        #expect(told.value.last == "is awake" && computer.requests.count == 2)
    }

    @Test func aRefusedSleepLockIsTolerated() async throws {
        let bus = try PrivateBus()
        let login = try await LoginDouble(on: try await bus.connection())
        let watch = LoginWatch(try await bus.connection(), sleep: .ignored) { _ in }
        await watch.start(session: nil)
        #expect(!watch.delaysSleep && !watch.isAway)
        withExtendedLifetime(login) {}
    }

    @Test func aSessionLockedAtStartCountsAsAway() async throws {
        let bus = try PrivateBus()
        let login = try await LoginDouble(on: try await bus.connection())
        login.isLocked = true
        let watch = LoginWatch(try await bus.connection(), sleep: .ignored) { _ in }
        await watch.start(session: nil)
        #expect(watch.isAway)
    }

    @Test func withoutALoginManagerTheUserCountsAsPresent() async throws {
        let bus = try PrivateBus()
        let watch = LoginWatch(try await bus.connection(), sleep: .ignored) { _ in }
        await watch.start(session: nil)
        #expect(!watch.isAway)
    }
}
