// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the look, and the origin of each part of it, for `jarvis doctor`.

import GioKit
import GtkKit
public import JarvisCore

/// Describes how a window would look and move now.
@MainActor
public enum AppearanceReport {
    /// How long the session's services may take to answer; those of a running desktop take a few milliseconds.
    private static let patience = Duration.milliseconds(300)

    /// Asks the desktop and describes the resulting look. Needs an open display; runs the main loop.
    /// - Parameter clock: measures how long the services take; monotonic.
    public static func describe(_ settings: Settings, clock: any Clock<Duration> = ContinuousClock()) -> String {
        let desktop = DesktopMonitor()
        desktop.prepare()
        desktop.followLight(settings.appearance.followsAmbientLight)
        desktop.connect()
        MainLoop.run { try? await clock.sleep(for: patience) }
        return describe(settings, desktop.state)
    }

    nonisolated static func describe(_ settings: Settings, _ desktop: DesktopState) -> String {
        let look = settings.appearance
        let appearance = Appearance(settings, desktop)
        var parts = [theme(look, desktop), motion(look, appearance, desktop)]
        if appearance.isContrastHigh { parts.append("high contrast (\(decider(look.highContrast)))") }
        if look.reducesTransparency { parts.append("solid fills (set by you)") }
        parts.append(
            desktop.isPowerSaving ? "power saver on: at most 15 frames a second, none at rest" : "power saver off")
        if look.followsAmbientLight {
            parts.append(desktop.illuminance.map { "\(Int($0.rounded())) lux in the room" } ?? "no light sensor")
        }
        return parts.joined(separator: "; ")
    }

    private nonisolated static func theme(_ look: AppearanceSettings, _ desktop: DesktopState) -> String {
        switch look.theme {
        case .dark: "dark theme"
        case .light: "light theme"
        case .custom: "custom theme"
        case .auto: desktop.colorScheme == .dark ? "dark theme (follows system)" : "light theme (follows system)"
        }
    }

    private nonisolated static func motion(
        _ look: AppearanceSettings, _ appearance: Appearance, _ desktop: DesktopState
    ) -> String {
        switch appearance.motion {
        case .full: "full motion" + (look.reducedMotion == .off ? " (set by you)" : "")
        case .reduced: "reduced motion (\(decider(look.reducedMotion)))"
        case .none: "no motion (the desktop's animations are off)"
        }
    }

    private nonisolated static func decider(_ preference: DesktopPreference) -> String {
        preference == .desktop ? "follows system" : "set by you"
    }
}
