// SPDX-License-Identifier: GPL-3.0-or-later
// What the user and the desktop decide about the face.

/// The scene's settings; every change takes effect with the next frame.
public struct SceneSettings: Hashable, Sendable {
    /// Particles, 0…500.
    public var particleCount = 250
    /// Animation-speed factor, 0.5…2.
    public var animationSpeed = 1.0
    /// Turn of every hue, in turns.
    public var hueRotation = 0.0
    /// Zoom of the visualizer, 0.5…2.
    public var zoom = 1.0
    /// Opacity changes only: nothing moves.
    public var reducesMotion = false
    /// Solid shapes without glow.
    public var increasesContrast = false
    /// The theme's colours.
    public var palette = ScenePalette.dark
    /// The quality, which falls to keep frames in time.
    public var quality = SceneQuality.full
    /// Factor on all light, 0.5…1: follows the room's light. In the dark the animation also runs slower.
    public var brightness = 1.0
    /// How far all light shifts from daylight towards candlelight, 0…1.
    public var warmth = 0.0

    /// The defaults.
    public init() {}
}

/// How much of the scene is drawn.
public enum SceneQuality: String, Sendable, CaseIterable {
    case full
    /// Half of the particles.
    case thinned
    /// As `thinned`, with no glow round segments, bars and rings; the orb keeps its own.
    case reduced
    /// As `reduced`, with particles three quarters as wide.
    case low

    var hasGlow: Bool { self == .full || self == .thinned }
    var particleShare: Double { self == .full ? 1 : 0.5 }
    var particleScale: Double { self == .low ? 0.75 : 1 }
}

extension SceneSettings {
    /// The palette as drawn: desaturated, turned round the colour circle, strengthened for high contrast.
    var resolvedPalette: ScenePalette {
        guard increasesContrast else { return palette.resolved(hueRotation: hueRotation) }
        return palette.strengthened().resolved(hueRotation: hueRotation).strengthened()
    }

    /// What daylight white becomes by `warmth`.
    var whitePoint: SceneColor {
        let share = Self.steps(warmth, 0, 1)
        return SceneColor.white.mixed(with: ScenePalette.candle, share)
    }

    /// The factor on every colour: white point times brightness.
    var illumination: SceneColor { whitePoint.scaled(Self.steps(brightness, 0.5, 1)) }

    /// The animation-speed factor by setting and by the room's light.
    var pace: Double {
        let dark = (1 - Self.steps(brightness, 0.5, 1)) / 0.5
        return min(max(animationSpeed, 0.5), 2) * (1 - SceneMetrics.slowdownInTheDark * dark)
    }

    /// In steps of 1/64, so that a slow change makes few new particle tables.
    private static func steps(_ value: Double, _ low: Double, _ high: Double) -> Double {
        guard value.isFinite else { return high }
        return (min(max(value, low), high) * 64).rounded() / 64
    }
}

/// The field that the scene fills.
public struct SceneSize: Hashable, Sendable {
    /// Logical pixels.
    public var width: Double
    /// Logical pixels.
    public var height: Double
    /// Device pixels per logical pixel.
    public var scale: Double

    /// A field of this many logical pixels.
    public init(width: Double, height: Double, scale: Double = 1) {
        self.width = width
        self.height = height
        self.scale = scale
    }

    /// Device pixels.
    public var pixelWidth: Int { Int((width * scale).rounded()) }
    /// Device pixels.
    public var pixelHeight: Int { Int((height * scale).rounded()) }

    /// The visualizer's diameter in a field of this size, in logical pixels: 400, and more in large fields, about half of
    /// their height; less where it would not fit.
    public var visualizerDiameter: Double {
        let growth = SceneMetrics.visualizerGrowth
        let more = max(0, min(height, SceneMetrics.tallField * width) - growth.above) * growth.share
        return min(SceneMetrics.visualizerSize + more, width, height)
    }

    /// The visualizer's scale: `zoom` times its usual size; its longest bar never leaves the field, `lift` above whose
    /// middle it stands.
    func visualizerScale(zoom: Double, lift: Double = 0) -> Double {
        let fit = min(width, height - 2 * abs(lift)) / SceneMetrics.visualizerSize
        let usual = visualizerDiameter / SceneMetrics.visualizerSize
        return max(min(usual * (zoom.isFinite ? max(zoom, 0) : 1), fit), 0)
    }
}
