// SPDX-License-Identifier: GPL-3.0-or-later
// Resolves the window's look and motion from the user's settings and the desktop's state. Pure.

package import GtkKit
import JarvisCore
package import JarvisVisuals

/// How much motion is allowed.
package enum MotionAllowance: String, Sendable {
    case full
    /// Opacity may change; nothing moves.
    case reduced
    /// Pictures change without any transition, not even of opacity.
    case none
}

/// The current look.
package struct Appearance: Hashable, Sendable {
    /// The colour theme, named like its CSS class.
    enum Theme: String, Sendable, CaseIterable {
        case dark = "theme-dark"
        case light = "theme-light"
        case custom = "theme-custom"
    }

    var theme: Theme
    package var motion: MotionAllowance
    var isContrastHigh: Bool
    var isTransparencyReduced: Bool
    /// The scene's settings; the host adds those that depend on the window's size.
    package var scene: SceneSettings
    /// The user's accents for controls; nil uses the design's own.
    var accents: AccentStyle?

    init(_ settings: Settings = Settings(), _ desktop: DesktopState = DesktopState()) {
        let look = settings.appearance
        theme = Self.theme(look.theme, desktop.colorScheme)
        motion = Self.motion(look.reducedMotion, desktop)
        isContrastHigh = look.highContrast.resolved(desktop: desktop.prefersHighContrast)
        // With high contrast, glass over a moving field would make text hard to read.
        isTransparencyReduced = look.reducesTransparency || isContrastHigh
        accents = theme == .custom ? AccentStyle(accent: look.accent, warm: look.warm, deep: look.deep) : nil
        let light = look.followsAmbientLight ? desktop.illuminance.map(AmbientLight.init(lux:)) : nil
        scene = Self.scene(settings, theme, light ?? AmbientLight())
        scene.reducesMotion = motion != .full
        scene.increasesContrast = isContrastHigh
    }

    /// The first accent, as controls show it.
    package var accent: Color {
        if theme == .light { return DesignTokens.Light.accent }
        return accents.map { Color($0.accent.readable().value) } ?? DesignTokens.Palette.cyan
    }

    /// The window's CSS classes that depend on the appearance.
    var cssClasses: Set<String> {
        var classes: Set<String> = [theme.rawValue]
        if isContrastHigh { classes.insert("high-contrast") }
        if isTransparencyReduced { classes.insert("solid") }
        if motion != .full { classes.insert("reduced-motion") }
        return classes
    }

    /// The style sheet's colours that the theme changes.
    var css: String { theme == .light ? DesignTokens.Light.css : accents?.css ?? "" }

    /// Every class that the appearance may set.
    static let allCSSClasses = Set(Theme.allCases.map(\.rawValue) + ["high-contrast", "solid", "reduced-motion"])

    private static func theme(_ choice: ThemeChoice, _ scheme: DesktopState.ColorScheme) -> Theme {
        switch choice {
        case .dark: .dark
        case .light: .light
        // "No preference" is what GNOME's light style reports.
        case .auto: scheme == .dark ? .dark : .light
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
        case .light: .light
        case .custom:
            .custom(
                accent: SceneColor(hex: look.accent.value), warm: SceneColor(hex: look.warm.value),
                deep: SceneColor(hex: look.deep.value))
        }
    }
}
