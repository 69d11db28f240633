// SPDX-License-Identifier: GPL-3.0-or-later
// The light that falls on the machine, from iio-sensor-proxy; where there is no sensor, nothing. Readings are smoothed:
// a hand over the sensor must not flash through the face.

import GioKit
import GtkKit

/// Claims the light sensor for as long as it lives.
@MainActor
final class LightSensor {
    /// Lux, smoothed; nil until there is a reading. Sensors that measure in units of their maker count as absent.
    private(set) var illuminance: Double?

    private static let service = "net.hadess.SensorProxy"
    private let proxy = BusProxy(
        .init(.system, name: service, path: "/net/hadess/SensorProxy", interface: service))
    private let handler: @MainActor () -> Void
    private var reading: Double?
    private var smoothing: LoopTimer?

    /// - Parameter handler: called when the illuminance has changed.
    init(_ handler: @escaping @MainActor () -> Void) {
        self.handler = handler
        proxy.onOwnerChange = { [weak self] in self?.claim() }
        proxy.onPropertiesChange = { [weak self] in self?.read() }
    }

    private func claim() {
        guard proxy.isThere, proxy.property("HasAmbientLight")?.asFlag == true else {
            smoothing = nil
            guard illuminance != nil else { return }
            illuminance = nil
            return handler()
        }
        proxy.call("ClaimLight") { [weak self] _ in self?.read() }
    }

    private func read() {
        guard proxy.property("LightLevelUnit")?.asText == "lux",
            let level = proxy.property("LightLevel")?.asNumber, level.isFinite, level >= 0
        else { return }
        reading = level
        guard illuminance != nil else {
            illuminance = level
            return handler()
        }
        guard smoothing == nil else { return }
        smoothing = LoopTimer(milliseconds: DesignTokens.Motion.lightStep) { [weak self] in self?.approach() ?? false }
    }

    /// One step towards the newest reading; the eye goes by ratios.
    private func approach() -> Bool {
        guard let reading, let current = illuminance else { return false }
        let next = AmbientLight.approach(current, towards: reading)
        illuminance = next
        handler()
        guard next == reading else { return true }
        smoothing = nil
        return false
    }

    isolated deinit {
        // The proxy would take its call along when it goes; the service itself lets go when the program ends.
        proxy.callAndForget("ReleaseLight")
    }
}
