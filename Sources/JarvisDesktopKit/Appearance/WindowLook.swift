// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the window's look in step with the settings and the desktop: CSS classes, accents, and the parts that Swift
// draws.

package import GtkKit
package import JarvisCore
import JarvisVisuals

@MainActor
package final class WindowLook {
    /// The current look.
    package private(set) var appearance: Appearance
    /// Called before the window turns light or dark, if that may be seen to change.
    package var onWillTurn: (@MainActor () -> Void)?
    /// Called when the look has changed.
    package var onChange: (@MainActor () -> Void)?
    /// Called when only the battery charge has changed.
    package var onCharge: (@MainActor () -> Void)?

    private let window: Window
    private let desktop: any DesktopWatching
    private let log: any EventLog
    private let sheet = LiveStyleSheet()
    private var settings: Settings
    private var seen: DesktopState

    package init(_ window: Window, _ settings: Settings, _ desktop: any DesktopWatching, _ log: any EventLog) {
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

    /// The desktop's current state.
    package var desktopState: DesktopState { desktop.state }

    package func apply(_ settings: Settings) {
        self.settings = settings
        TextScale.multiply(by: settings.appearance.textScale)
        desktop.followLight(settings.appearance.followsAmbientLight)
        update()
    }

    /// Releases the desktop's state. Call before the window closes.
    package func close() { desktop.onChange = nil }

    /// Tells changes of the battery charge, which come every few minutes, from changes of the look.
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
            // Zoom and hue change with every movement of the fingers, and no widget depends on them.
            var turned = appearance
            turned.scene.zoom = next.scene.zoom
            turned.scene.hueRotation = next.scene.hueRotation
            let turns = (next.theme == .light) != (appearance.theme == .light)
            if turns, next.motion == .full { onWillTurn?() }
            appearance = next
            if next != turned { wear() }
        }
        // Power saving and the lock aren't part of the look, but the pacing needs to know of them.
        onChange?()
    }

    private func wear() {
        let classes = appearance.cssClasses
        for name in Appearance.allCSSClasses { window.setClass(name, classes.contains(name)) }
        sheet.load(appearance.css)
        // For what the toolkit draws by itself, such as its dialogs.
        let toolkit = ToolkitSettings {}
        if toolkit.prefersDark != (appearance.theme != .light) { toolkit.prefersDark = appearance.theme != .light }
        log.record(
            "appearance",
            [
                "classes": .text(classes.sorted().joined(separator: " ")), "motion": .text(appearance.motion.rawValue),
                "brightness": .number(appearance.scene.brightness),
            ])
    }
}
