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

    /// The defaults.
    public init() {}
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

    /// The field for the software renderer in a window of this size: a centred square of at most 640 px. It fades into
    /// black, so that it reads as the whole background; every further pixel would cost more to present than to draw.
    public static func softwareField(windowWidth: Double, windowHeight: Double, scale: Double = 1) -> SceneSize {
        let side = (min(windowWidth, windowHeight, SceneMetrics.fieldSize) / 2).rounded(.down) * 2
        return SceneSize(width: max(side, 16), height: max(side, 16), scale: scale)
    }

    /// Device pixels.
    public var pixelWidth: Int { Int((width * scale).rounded()) }
    /// Device pixels.
    public var pixelHeight: Int { Int((height * scale).rounded()) }

    /// The visualizer's scale: 1 where its box fits, smaller in small fields.
    var visualizerScale: Double { min(1, min(width, height) / SceneMetrics.visualizerSize) }
}
