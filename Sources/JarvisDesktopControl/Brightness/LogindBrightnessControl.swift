// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the brightness through logind, which permits the user at the screen to set it. Without logind, writes the
// kernel's file if the user has permission.

public import GioKit
public import JarvisCore
import JarvisPlatform

/// The brightness of the built-in screen.
public final class LogindBrightnessControl: BrightnessControl {
    private let backlights: Backlights
    private let link: BusLink

    /// - Parameters:
    ///   - root: the folder that contains `sys`; empty for the real one.
    ///   - connect: opens logind's bus; by default the system bus.
    public init(
        root: String = "",
        connect: @escaping @MainActor @Sendable () async throws(BusFailure) -> BusConnection = {
            () async throws(BusFailure) in try await BusConnection.open(.system)
        }
    ) {
        backlights = Backlights(root: root)
        link = BusLink(connect)
    }

    public func brightness() async throws(BrightnessFailure) -> Brightness {
        try await run { backlights throws(BrightnessFailure) in try backlights.best() }.brightness
    }

    public func change(_ change: LevelChange) async throws(BrightnessFailure) -> Brightness {
        let light = try await run { backlights throws(BrightnessFailure) in try backlights.best() }
        guard let level = change.applied(to: light.brightness.level) else {
            guard case .to(let share) = change, share.isFinite else { throw .notABrightness(percent: 0) }
            throw .notABrightness(percent: Int((max(-1e6, min(share * 100, 1e6))).rounded()))
        }
        let value = light.value(for: level)
        let refusal = await askLogind(light.name, value)
        return try await run { backlights throws(BrightnessFailure) in
            if let refusal, !backlights.write(value, to: light.name) {
                throw .notPermitted(reason: refusal.reason)
            }
            return try backlights.read(light.name)
        }.brightness
    }

    /// Asks logind to set a backlight's value.
    /// - Returns: the reason for a failure; nil on success.
    @MainActor
    private func askLogind(_ name: String, _ value: Int64) async -> BusFailure? {
        do throws(BusFailure) {
            let connection = try await link.open()
            _ = try await connection.call(
                Logind.name, path: Logind.ownSession, interface: Logind.session, method: "SetBrightness",
                [.text("backlight"), .text(name), .integer(value)], signature: "ssu", within: .seconds(5))
            return nil
        } catch {
            return error
        }
    }

    /// Runs a job on its own thread. Requests come minutes apart, so a new thread costs less than one kept alive.
    private func run(
        _ job: @escaping @Sendable (Backlights) throws(BrightnessFailure) -> Backlight
    ) async throws(BrightnessFailure) -> Backlight {
        do {
            return try await WorkerThread(name: "brightness").run { [backlights] in try job(backlights) }
        } catch {
            // `job` throws only `BrightnessFailure`.
            throw error as? BrightnessFailure ?? .noBacklight
        }
    }
}
