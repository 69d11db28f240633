// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop as it is: GTK's settings, the settings portal, the power profile, the lock screen, the light sensor,
// the battery.
// Everything comes by signals; nothing is asked twice.

import GioKit
import GtkKit

/// Puts what the sources say into one state.
@MainActor
final class DesktopMonitor: DesktopWatching {
    private(set) var state = DesktopState()
    var onChange: (@MainActor () -> Void)?

    private var toolkit: ToolkitSettings?
    private var portal: SettingsPortal?
    private var power: PowerProfile?
    private var locks: ScreenLock?
    private var light: LightSensor?
    private var battery: BatteryCharge?
    private var followsLight = false
    private var isConnected = false
    /// The desktop's own wish, read before this program asks for the dark variant.
    private var prefersDarkTheme = false

    func prepare() {
        let toolkit = ToolkitSettings { [weak self] in self?.update() }
        prefersDarkTheme = toolkit.prefersDark
        self.toolkit = toolkit
        update()
    }

    func connect() {
        guard !isConnected else { return }
        isConnected = true
        portal = SettingsPortal { [weak self] in self?.update() }
        power = PowerProfile { [weak self] in self?.update() }
        locks = ScreenLock { [weak self] in self?.update() }
        battery = BatteryCharge { [weak self] in self?.update() }
        followLight(followsLight)
    }

    func followLight(_ follows: Bool) {
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
