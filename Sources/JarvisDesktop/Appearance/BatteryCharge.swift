// SPDX-License-Identifier: GPL-3.0-or-later
// How full the battery of the machine is, as UPower tells it; where there is no battery or no UPower, nothing.

import GioKit
import GtkKit

/// Follows UPower's sum of all batteries.
@MainActor
final class BatteryCharge {
    private static let service = "org.freedesktop.UPower"
    /// UPower's number for batteries among its kinds of devices.
    private static let batteryKind: Int64 = 2

    private let proxy = BusProxy(
        .init(
            .system, name: service, path: "/org/freedesktop/UPower/devices/DisplayDevice",
            interface: service + ".Device"))

    /// - Parameter handler: called when the charge may have changed.
    init(_ handler: @escaping @MainActor () -> Void) {
        proxy.onOwnerChange = handler
        proxy.onPropertiesChange = handler
    }

    /// 0…1 in hundredths; nil where there is no battery.
    var charge: Double? {
        guard proxy.isThere, proxy.property("IsPresent")?.asFlag == true,
            proxy.property("Type")?.asInteger == Self.batteryKind,
            let percentage = proxy.property("Percentage")?.asNumber, (0...100).contains(percentage)
        else { return nil }
        return percentage.rounded() / 100
    }
}
