// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of the face, from the user and the desktop.

/// The scene's settings; every change takes effect with the next frame.
public struct SceneSettings: Hashable, Sendable {
    /// The number of particles, 0…500.
    public var particleCount = 250
    /// The factor on the animation speed, 0.5…2.
    public var animationSpeed = 1.0
    /// The rotation of every hue, in turns.
    public var hueRotation = 0.0
    /// The user's zoom of the visualizer, 0.5…2.
    public var zoom = 1.0
    /// True if nothing may move; only opacity changes.
    public var reducesMotion = false
    /// True for solid shapes without glow.
    public var increasesContrast = false
    /// The theme's colours.
    public var palette = ScenePalette.dark
    /// How much of the scene is drawn; reduced if that is necessary to keep the frame rate.
    public var quality = SceneQuality.full
    /// The factor on all light, 0.5…1, following the ambient light. In the dark the animation also slows down.
    public var brightness = 1.0
    /// How far all light is shifted from daylight towards candlelight, 0…1.
    public var warmth = 0.0

    public init() {}
}

/// How much of the scene is drawn.
public enum SceneQuality: String, Sendable, CaseIterable {
    case full
    /// Draws only half of the particles.
    case thinned
    /// Like `thinned`, but without glow around segments, bars and rings; the orb keeps its glow.
    case reduced
    /// Like `reduced`, but with particles three quarters as wide.
    case low

    var hasGlow: Bool { self == .full || self == .thinned }
    var particleShare: Double { self == .full ? 1 : 0.5 }
    var particleScale: Double { self == .low ? 0.75 : 1 }
}

extension SceneSettings {
    /// The palette as drawn: desaturated, with rotated hues, strengthened for high contrast.
    var resolvedPalette: ScenePalette {
        guard increasesContrast else { return palette.resolved(hueRotation: hueRotation) }
        return palette.strengthened().resolved(hueRotation: hueRotation).strengthened()
    }

    /// The colour of daylight white after applying `warmth`.
    var whitePoint: SceneColor {
        let share = Self.steps(warmth, 0, 1)
        // Inks keep their strength: the ground takes on the warmth.
        if palette.ground != nil { return .white }
        return SceneColor.white.mixed(with: ScenePalette.candle, share)
    }

    /// The factor on every colour: white point times brightness.
    var illumination: SceneColor {
        palette.ground == nil ? whitePoint.scaled(Self.steps(brightness, 0.5, 1)) : .white
    }

    /// The light ground as drawn: warmer in the dark, but no darker, since dark text lies on it; nil for black.
    var ground: SceneColor? {
        guard let ground = palette.ground else { return nil }
        let white = increasesContrast ? SceneColor.white : ground
        return white.multiplied(by: .white.mixed(with: ScenePalette.candle, 0.6 * Self.steps(warmth, 0, 1)))
    }

    /// The factor on the animation speed, from the setting and the ambient light.
    var pace: Double {
        let dark = (1 - Self.steps(brightness, 0.5, 1)) / 0.5
        return min(max(animationSpeed, 0.5), 2) * (1 - SceneMetrics.slowdownInTheDark * dark)
    }

    /// Rounds a value to 1/64, so that slow changes create few new particle tables.
    private static func steps(_ value: Double, _ low: Double, _ high: Double) -> Double {
        guard value.isFinite else { return high }
        return (min(max(value, low), high) * 64).rounded() / 64
    }
}

/// The size of the field that the scene fills.
public struct SceneSize: Hashable, Sendable {
    /// The width in logical pixels.
    public var width: Double
    /// The height in logical pixels.
    public var height: Double
    /// The device pixels per logical pixel.
    public var scale: Double

    /// Creates a size; width and height are in logical pixels.
    public init(width: Double, height: Double, scale: Double = 1) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// The width in device pixels.
    public var pixelWidth: Int { Int((width * scale).rounded()) }
    /// The height in device pixels.
    public var pixelHeight: Int { Int((height * scale).rounded()) }

    /// The visualizer's diameter in a field of this size, in logical pixels: 400, more in large fields (about half
    /// their height), and less where it would not fit.
    public var visualizerDiameter: Double {
        let growth = SceneMetrics.visualizerGrowth
        let more = max(0, min(height, SceneMetrics.tallField * width) - growth.above) * growth.share
        return min(SceneMetrics.visualizerSize + more, width, height)
    }

    /// The visualizer's scale: `zoom` times its usual size, limited so that the longest bar stays within the field,
    /// with its centre `lift` above the middle.
    func visualizerScale(zoom: Double, lift: Double = 0) -> Double {
        let fit = min(width, height - 2 * abs(lift)) / SceneMetrics.visualizerSize
        let usual = visualizerDiameter / SceneMetrics.visualizerSize
        return max(min(usual * (zoom.isFinite ? max(zoom, 0) : 1), fit), 0)
    }
}
