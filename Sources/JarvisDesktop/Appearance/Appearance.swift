// SPDX-License-Identifier: GPL-3.0-or-later
// How the window looks and moves: the user's settings and the desktop's state, resolved. A value: the same two always
// give the same look.

import GtkKit
import JarvisCore
import JarvisVisuals

/// How much may move.
enum MotionAllowance: String, Sendable {
    case full
    /// Opacity may change; nothing moves.
    case reduced
    /// Pictures change without anything between them.
    case none
}

/// The current look.
struct Appearance: Hashable, Sendable {
    /// Which colours, by the name of their CSS class.
    enum Theme: String, Sendable, CaseIterable {
        case dark = "theme-dark"
        case vivid = "theme-vivid"
        case custom = "theme-custom"
    }

    var theme: Theme
    var motion: MotionAllowance
    var isContrastHigh: Bool
    var isTransparencyReduced: Bool
    /// The scene's settings; the host adds those that depend on the window's size.
    var scene: SceneSettings
    /// The user's accents for the controls; nil for the design's own.
    var accents: AccentStyle?

    init(_ settings: Settings = Settings(), _ desktop: DesktopState = DesktopState()) {
        let look = settings.appearance
        theme = Self.theme(look.theme, desktop.colorScheme)
        motion = Self.motion(look.reducedMotion, desktop)
        isContrastHigh = look.highContrast.resolved(desktop: desktop.prefersHighContrast)
        // Glass over a moving field is what high contrast must remove.
        isTransparencyReduced = look.reducesTransparency || isContrastHigh
        accents = theme == .custom ? AccentStyle(accent: look.accent, warm: look.warm, deep: look.deep) : nil
        let light = look.followsAmbientLight ? desktop.illuminance.map(AmbientLight.init(lux:)) : nil
        scene = Self.scene(settings, theme, light ?? AmbientLight())
        scene.reducesMotion = motion != .full
        scene.increasesContrast = isContrastHigh
    }

    /// The first accent as controls draw it.
    var accent: Color { accents.map { Color($0.accent.readable().value) } ?? DesignTokens.Palette.cyan }

    /// The classes of the window, of those that are decided here.
    var cssClasses: Set<String> {
        var classes: Set<String> = [theme.rawValue]
        if isContrastHigh { classes.insert("high-contrast") }
        if isTransparencyReduced { classes.insert("solid") }
        if motion != .full { classes.insert("reduced-motion") }
        return classes
    }

    /// Every class that is decided here.
    static let allCSSClasses = Set(Theme.allCases.map(\.rawValue) + ["high-contrast", "solid", "reduced-motion"])

    private static func theme(_ choice: ThemeChoice, _ scheme: DesktopState.ColorScheme) -> Theme {
        switch choice {
        case .dark: .dark
        case .auto: scheme == .dark ? .dark : .vivid
        case .custom: .custom
        }
    }

    private static func motion(_ preference: DesktopPreference, _ desktop: DesktopState) -> MotionAllowance {
        switch preference {
        case .off: .full
        case .on: desktop.areAnimationsEnabled ? .reduced : .none
        case .desktop:
            !desktop.areAnimationsEnabled ? .none : desktop.prefersReducedMotion ? .reduced : .full
        }
    }

    private static func scene(_ settings: Settings, _ theme: Theme, _ light: AmbientLight) -> SceneSettings {
        let look = settings.appearance
        var scene = SceneSettings()
        scene.particleCount = Int(settings.particleCount)
        scene.animationSpeed = settings.animationSpeed
        scene.hueRotation = look.hue / 360
        scene.zoom = look.zoom
        scene.brightness = light.brightness
        scene.warmth = light.warmth
        scene.palette = palette(look, theme).adapted(to: look.colorVision)
        return scene
    }

    private static func palette(_ look: AppearanceSettings, _ theme: Theme) -> ScenePalette {
        switch theme {
        case .dark: .dark
        case .vivid: .vivid
        case .custom:
            .custom(
                accent: SceneColor(hex: look.accent.value), warm: SceneColor(hex: look.warm.value),
                deep: SceneColor(hex: look.deep.value))
        }
    }
}
