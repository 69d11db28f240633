// SPDX-License-Identifier: GPL-3.0-or-later
// Locking, logging out and power actions, with doubles on private buses only.

import GioKit
import JarvisBusTesting
import JarvisDesktopControl
import JarvisCore
import JarvisTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct SessionActionsTests {
    private let system: PrivateBus
    private let desktop: PrivateBus
    private let session: DesktopSessionControl

    init() throws {
        let (system, desktop) = (try PrivateBus(), try PrivateBus())
        (self.system, self.desktop) = (system, desktop)
        session = DesktopSessionControl(
            clock: QuickClock(), system: { () async throws(BusFailure) in try await system.connection() },
            session: { () async throws(BusFailure) in try await desktop.connection() }, settings: { _ in nil })
    }

    private func logind() async throws -> LogindDouble { try await LogindDouble(on: try await system.connection()) }

    private func service(
        _ name: String, _ path: String, _ interface: String? = nil, methods: [String: String]
    ) async throws -> ServiceDouble {
        try await ServiceDouble(
            name, path: path, interface: interface ?? name, methods: methods, on: try await desktop.connection())
    }

    @Test func powerActionsCallLogind() async throws {
        let logind = try await logind()
        try await session.perform(.suspend)
        try await session.perform(.restart)
        try await session.perform(.powerOff)
        #expect(logind.calls == ["Suspend flag(false)", "Reboot flag(false)", "PowerOff flag(false)"])
    }

    @Test func challengesAreInteractiveAndDenialsAreReported() async throws {
        let logind = try await logind()
        logind.answers = ["CanReboot": "challenge", "CanPowerOff": "no", "CanSuspend": "na"]
        try await session.perform(.restart)
        await #expect(throws: SessionFailure.notPermitted(.powerOff)) { try await session.perform(.powerOff) }
        await #expect(throws: SessionFailure.notPossible(.suspend)) { try await session.perform(.suspend) }
        await #expect(throws: SessionFailure.notPossible(.suspend)) { try await session.check(.suspend) }
        try await session.check(.restart)
        #expect(logind.calls == ["Reboot flag(true)"])
    }

    @Test func inhibitorsAreReportedByName() async throws {
        let logind = try await logind()
        logind.blockers = [("shutdown:sleep", "Disc Writer"), ("handle-lid-switch", "Other"), ("shutdown", "Backup")]
        await #expect(throws: SessionFailure.heldUp(.powerOff, names: ["Backup", "Disc Writer"])) {
            try await session.perform(.powerOff)
        }
        await #expect(throws: SessionFailure.heldUp(.suspend, names: ["Disc Writer"])) {
            try await session.perform(.suspend)
        }
        #expect(logind.calls.isEmpty)
        #expect(
            SessionFailure.heldUp(.powerOff, names: ["Backup"]).advice
                == "I couldn't turn the computer off (blocked by Backup). Close it or let it finish, then try again.")
        logind.blockers = []
        logind.refusals["PowerOff"] = .failed("the fans are stuck")
        await #expect(throws: SessionFailure.failed(.powerOff, reason: "the fans are stuck")) {
            try await session.perform(.powerOff)
        }
    }

    @Test func missingServicesMakeActionsImpossible() async throws {
        for action in SessionAction.allCases {
            await #expect(throws: SessionFailure.notPossible(action)) { try await session.perform(action) }
            await #expect(throws: SessionFailure.notPossible(action)) { try await session.check(action) }
            #expect(!SessionFailure.notPossible(action).explained(to: .window).whatToDo.isEmpty)
        }
    }

    @Test func logindLocksTheScreenIfTheDesktopFollows() async throws {
        let logind = try await logind()
        try await session.check(.lock)
        try await session.perform(.lock)
        #expect(logind.calls == ["Lock"] && logind.isLocked)
    }

    @Test func theScreenSaverLocksIfLogindDoesNot() async throws {
        let logind = try await logind()
        logind.locksWhenAsked = false
        let saver = try await service(
            "org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", methods: ["Lock": "", "GetActive": "b"])
        saver.replies["GetActive"] = [.flag(true)]
        try await session.perform(.lock)
        #expect(saver.calls.first == "Lock")
    }

    @Test func anUnconfirmedLockIsReported() async throws {
        let logind = try await logind()
        logind.locksWhenAsked = false
        await #expect(throws: SessionFailure.lockUnconfirmed) { try await session.perform(.lock) }
        let saver = try await service(
            "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", methods: ["Lock": "", "GetActive": "b"])
        saver.replies["GetActive"] = [.flag(false)]
        await #expect(throws: SessionFailure.lockUnconfirmed) { try await session.perform(.lock) }
        #expect(saver.calls.contains("Lock"))
    }

    @Test func theRunningSessionManagerLogsOut() async throws {
        let logind = try await logind()
        let gnome = try await service(
            "org.gnome.SessionManager", "/org/gnome/SessionManager", methods: ["Logout": "u>"])
        try await session.perform(.logOut)
        #expect(gnome.calls == ["Logout integer(1)"])
        #expect(logind.calls.isEmpty)
    }

    @Test func logOutTriesThePlasmaServiceThenLogind() async throws {
        let logind = try await logind()
        let plasma = try await service(
            "org.kde.ksmserver", "/KSMServer", "org.kde.KSMServerInterface", methods: ["logout": "iii>"])
        try await session.check(.logOut)
        try await session.perform(.logOut)
        #expect(plasma.calls == ["logout integer(0) integer(0) integer(0)"])
        plasma.quit()
        #expect(
            await eventually {
                try? await session.perform(.logOut)
                return logind.calls == ["Terminate"]
            })
    }
}
