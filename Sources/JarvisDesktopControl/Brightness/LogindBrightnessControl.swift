// SPDX-License-Identifier: GPL-3.0-or-later
// Brightness by way of logind, which lets the user who sits before the screen set it; where there is no logind, by writing
// the kernel's file, where that is permitted.

public import GioKit
public import JarvisCore
import JarvisPlatform

/// The brightness of the built-in screen.
public final class LogindBrightnessControl: BrightnessControl {
    private let backlights: Backlights
    private let link: BusLink

    /// - Parameters:
    ///   - root: below which `sys` is found; empty for the real one.
    ///   - connect: opens the bus of logind; by default the system's.
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

    /// - Returns: why it did not do it; nil when it did.
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

    /// Asked about once in minutes: a thread that lived on would cost more than one that begins.
    private func run(
        _ job: @escaping @Sendable (Backlights) throws(BrightnessFailure) -> Backlight
    ) async throws(BrightnessFailure) -> Backlight {
        do {
            return try await WorkerThread(name: "brightness").run { [backlights] in try job(backlights) }
        } catch {
            // The job throws nothing else.
            throw error as? BrightnessFailure ?? .noBacklight
        }
    }
}
