// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the machine's battery charge through UPower.

import GioKit
import GtkKit

/// Follows the battery that UPower combines from all batteries.
@MainActor
final class BatteryCharge {
    private static let service = "org.freedesktop.UPower"
    /// UPower's device type for batteries.
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

    /// The charge, 0…1 in hundredths; nil without a battery or UPower.
    var charge: Double? {
        guard proxy.isThere, proxy.property("IsPresent")?.asFlag == true,
            proxy.property("Type")?.asInteger == Self.batteryKind,
            let percentage = proxy.property("Percentage")?.asNumber, (0...100).contains(percentage)
        else { return nil }
        return percentage.rounded() / 100
    }
}
