// SPDX-License-Identifier: GPL-3.0-or-later
// Detects whether to save power, from the power-profiles daemon or the desktop portal.

import CGio

/// Follows the power profile until this is released.
@MainActor
public final class PowerProfile {
    private let monitor: GObjectRef?
    private var connection: SignalConnection?

    /// - Parameter handler: Called when power saving begins or ends, and once after the daemon has first answered.
    public init(_ handler: @escaping @MainActor () -> Void) {
        monitor = g_power_profile_monitor_dup_default().map {
            GObjectRef(adopting: UnsafeMutableRawPointer($0))
        }
        connection = monitor?.on("notify::power-saver-enabled", handler)
    }

    /// True while power should be saved; false if unknown.
    public var isSaving: Bool {
        guard let monitor else { return false }
        return g_power_profile_monitor_get_power_saver_enabled(monitor.opaque) != 0
    }

    isolated deinit {
        // GLib owns the monitor, which exists longer than this object.
        connection?.disconnect()
    }
}
