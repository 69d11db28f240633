// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the machine should save power, as the power-profiles daemon or the desktop's portal reports it.

import CGio

/// Follows the power profile until it is released.
@MainActor
public final class PowerProfile {
    private let monitor: GObjectRef?
    private var connection: SignalConnection?

    /// - Parameter handler: called when saving begins or ends; at the beginning too, once the daemon has answered.
    public init(_ handler: @escaping @MainActor () -> Void) {
        monitor = g_power_profile_monitor_dup_default().map {
            GObjectRef(adopting: UnsafeMutableRawPointer($0))
        }
        connection = monitor?.on("notify::power-saver-enabled", handler)
    }

    /// True while power should be saved; false where that is unknown.
    public var isSaving: Bool {
        guard let monitor else { return false }
        return g_power_profile_monitor_get_power_saver_enabled(monitor.opaque) != 0
    }

    isolated deinit {
        // The monitor is GLib's own and lives on.
        connection?.disconnect()
    }
}
