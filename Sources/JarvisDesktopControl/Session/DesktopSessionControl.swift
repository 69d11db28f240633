// SPDX-License-Identifier: GPL-3.0-or-later
// Controls the session through services of the system and the current desktop: logind, session managers, screen savers,
// the notification server and the portal. Main thread only; never blocks.

public import GioKit
public import JarvisCore

/// The user's session.
@MainActor
public final class DesktopSessionControl: SessionControl {
    private let actions: SessionActions
    private let doNotDisturb: DoNotDisturb
    private let screenshot: PortalScreenshot

    /// - Parameters:
    ///   - clock: measures waiting times; monotonic.
    ///   - system: opens logind's bus; by default the system bus.
    ///   - session: opens the desktop's bus; by default the session bus.
    ///   - keepsRunning: false if this program ends right after a change, which also ends anything that depends on it.
    ///   - settings: returns the settings of a schema; nil if it isn't installed.
    ///   - pictures: where the desktop saves screenshots; nil for the user's pictures folder.
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
