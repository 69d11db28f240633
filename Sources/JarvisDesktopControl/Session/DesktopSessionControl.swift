// SPDX-License-Identifier: GPL-3.0-or-later
// The session by the services of the system and of the desktop that runs: logind, session managers, screen savers,
// the server of notifications, the portal. Main thread only; nothing blocks.

public import GioKit
public import JarvisCore

/// The user's session.
@MainActor
public final class DesktopSessionControl: SessionControl {
    private let actions: SessionActions
    private let doNotDisturb: DoNotDisturb
    private let screenshot: PortalScreenshot

    /// - Parameters:
    ///   - clock: measures how long is waited for others; monotonic.
    ///   - system: opens the bus of logind; by default the system's.
    ///   - session: opens the bus of the desktop; by default the session's.
    ///   - keepsRunning: false where this program ends right after a change, and with it what lasts as long as it.
    ///   - settings: the settings of a schema; nil where it is not installed.
    ///   - pictures: where the desktop puts screenshots; nil: the user's folder for pictures.
    public nonisolated init(
        clock: any Clock<Duration> = ContinuousClock(),
        system: @escaping @MainActor @Sendable () async throws(BusFailure) -> BusConnection = {
            () async throws(BusFailure) in try await BusConnection.open(.system)
        },
        session: @escaping @MainActor @Sendable () async throws(BusFailure) -> BusConnection = {
            () async throws(BusFailure) in try await BusConnection.open(.session)
        },
        keepsRunning: Bool = true,
        settings: @escaping @MainActor @Sendable (_ schema: String) -> DesktopSettings? = {
            DesktopSettings(schema: $0)
        },
        pictures: String? = nil
    ) {
        let (system, session) = (BusLink(system), BusLink(session))
        actions = SessionActions(system: system, session: session, clock: clock)
        doNotDisturb = DoNotDisturb(bus: session, keepsRunning: keepsRunning, settings: settings)
        screenshot = PortalScreenshot(
            bus: session, clock: clock, folder: pictures ?? PortalScreenshot.usualFolder)
    }

    public func check(_ action: SessionAction) async throws(SessionFailure) { try await actions.check(action) }

    public func perform(_ action: SessionAction) async throws(SessionFailure) {
        switch action {
        case .lock: try await actions.lock()
        case .logOut: try await actions.logOut()
        case .suspend, .restart, .powerOff: try await actions.changePower(action)
        }
    }

    public func isDoNotDisturbOn() async throws(SessionFailure) -> Bool { try await doNotDisturb.isOn() }

    public func setDoNotDisturb(_ isOn: Bool) async throws(SessionFailure) -> Bool {
        try await doNotDisturb.set(isOn)
    }

    public func takeScreenshot() async throws(SessionFailure) -> String { try await screenshot.take() }
}
