// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the real desktop: GTK's settings, the settings portal, the power profile, the lock screen, the light sensor
// and the battery. Everything arrives by signals; nothing is polled.

import GioKit
import GtkKit

/// Combines the sources into one state.
@MainActor
package final class DesktopMonitor: DesktopWatching {
    package private(set) var state = DesktopState()
    package var onChange: (@MainActor () -> Void)?

    private var toolkit: ToolkitSettings?
    private var portal: SettingsPortal?
    private var power: PowerProfile?
    private var locks: ScreenLock?
    private var light: LightSensor?
    private var battery: BatteryCharge?
    private var followsLight = false
    private var isConnected = false
    /// The desktop's preference for dark windows, read before this program sets its own.
    private var prefersDarkTheme = false

    package init() {}

    package func prepare() {
        let toolkit = ToolkitSettings { [weak self] in self?.update() }
        prefersDarkTheme = toolkit.prefersDark
        self.toolkit = toolkit
        update()
    }

    package func connect() {
        guard !isConnected else { return }
        isConnected = true
        portal = SettingsPortal { [weak self] in self?.update() }
        power = PowerProfile { [weak self] in self?.update() }
        locks = ScreenLock { [weak self] in self?.update() }
        battery = BatteryCharge { [weak self] in self?.update() }
        followLight(followsLight)
    }

    package func followLight(_ follows: Bool) {
        followsLight = follows
        guard isConnected, follows != (light != nil) else { return }
        light = follows ? LightSensor { [weak self] in self?.update() } : nil
        update()
    }

    private func update() {
        var next = DesktopState()
        let themeName = (toolkit?.themeName ?? "").lowercased()
        next.areAnimationsEnabled = toolkit?.areAnimationsEnabled ?? true
        next.prefersReducedMotion = portal?.prefersReducedMotion ?? false
        next.prefersHighContrast = (portal?.prefersHighContrast ?? false) || Self.isHighContrast(themeName)
        next.colorScheme = portal?.colorScheme ?? Self.colorScheme(themeName, prefersDark: prefersDarkTheme)
        next.isPowerSaving = power?.isSaving ?? false
        next.isLocked = locks?.isLocked ?? false
        next.illuminance = light?.illuminance
        next.charge = battery?.charge
        guard next != state else { return }
        state = next
        onChange?()
    }

    /// - Parameter name: the theme's name in lower case.
    static func isHighContrast(_ name: String) -> Bool {
        name.hasPrefix("highcontrast") || name == "hc" || name.hasSuffix("-hc") || name.hasSuffix("-hc-dark")
    }

    /// The scheme implied by the theme's name, for desktops without a portal.
    static func colorScheme(_ name: String, prefersDark: Bool) -> DesktopState.ColorScheme {
        if prefersDark || name.hasSuffix("dark") || name.hasSuffix("inverse") { return .dark }
        return name.isEmpty ? .unknown : .light
    }
}
