// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the ambient light through iio-sensor-proxy. Smooths the readings, so a hand over the sensor doesn't make the
// face flash.

import GioKit
import GtkKit

/// Claims the light sensor during its lifetime.
@MainActor
final class LightSensor {
    /// Smoothed lux; nil until there is a reading. A sensor that reports in a vendor's own units counts as absent.
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

    /// Takes one step towards the newest reading; false if none is needed. The steps are ratios, as the eye perceives
    /// light.
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
        // An ordinary call would be cancelled along with the proxy. If the program ends first, the service releases the
        // sensor by itself.
        proxy.callAndForget("ReleaseLight")
    }
}
