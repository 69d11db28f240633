// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the window's look true to the settings and the desktop while both change: CSS classes, the user's accents, and
// the parts that draw by themselves.

import GtkKit
import JarvisCore
import JarvisVisuals

@MainActor
final class WindowLook {
    /// The current look.
    private(set) var appearance: Appearance
    /// Called when the look has changed.
    var onChange: (@MainActor () -> Void)?
    /// Called when nothing has changed but the charge of the battery.
    var onCharge: (@MainActor () -> Void)?

    private let window: Window
    private let desktop: any DesktopWatching
    private let log: any EventLog
    private let sheet = LiveStyleSheet()
    private var settings: Settings
    private var seen: DesktopState

    init(_ window: Window, _ settings: Settings, _ desktop: any DesktopWatching, _ log: any EventLog) {
        self.window = window
        self.settings = settings
        self.desktop = desktop
        self.log = log
        seen = desktop.state
        appearance = Appearance(settings, seen)
        TextScale.multiply(by: settings.appearance.textScale)
        wear()
        desktop.followLight(settings.appearance.followsAmbientLight)
        desktop.onChange = { [weak self] in self?.desktopChanged() }
    }

    /// The desktop as it is known now.
    var desktopState: DesktopState { desktop.state }

    func apply(_ settings: Settings) {
        self.settings = settings
        TextScale.multiply(by: settings.appearance.textScale)
        desktop.followLight(settings.appearance.followsAmbientLight)
        update()
    }

    /// Lets go of the desktop; the window is about to go.
    func close() { desktop.onChange = nil }

    /// The charge changes every few minutes and no look depends on it.
    private func desktopChanged() {
        var before = seen
        seen = desktop.state
        if before.charge != seen.charge {
            log.record("battery", ["charge": seen.charge.map(LogValue.number) ?? .text("none")])
        }
        before.charge = seen.charge
        if before == seen { onCharge?() } else { update() }
    }

    private func update() {
        let next = Appearance(settings, desktop.state)
        if next != appearance {
            // Size and hue of the visualizer change with every movement of the fingers, and no widget wears them.
            var turned = appearance
            turned.scene.zoom = next.scene.zoom
            turned.scene.hueRotation = next.scene.hueRotation
            appearance = next
            if next != turned { wear() }
        }
        // What only concerns pacing (power, lock) is not part of the look.
        onChange?()
    }

    private func wear() {
        let classes = appearance.cssClasses
        for name in Appearance.allCSSClasses { window.setClass(name, classes.contains(name)) }
        sheet.load(appearance.accents?.css ?? "")
        log.record(
            "appearance",
            [
                "classes": .text(classes.sorted().joined(separator: " ")), "motion": .text(appearance.motion.rawValue),
                "brightness": .number(appearance.scene.brightness),
            ])
    }
}
