// SPDX-License-Identifier: GPL-3.0-or-later
// Defines the colours of the face, and its themes.

/// The colours of the scene, and how they are modified.
public struct ScenePalette: Hashable, Sendable {
    /// Electric cyan, unless the user picked another colour.
    public var accent = SceneColor(hex: 0x00D4FF)
    /// Plasma orange, unless the user picked another colour.
    public var warm = SceneColor(hex: 0xFF6B35)
    /// Quantum purple, unless the user picked another colour; also the tint of thinking.
    public var deep = SceneColor(hex: 0x7B68EE)
    /// The red of a recording.
    public var recording = SceneColor(hex: 0xEF4444)
    /// The green of the armed microphone.
    public var armed = SceneColor(hex: 0x22C55E)
    /// The amber of the held microphone.
    public var held = SceneColor(hex: 0xF59E0B)
    /// The blue of speech.
    public var speaking = SceneColor(hex: 0x3B82F6)
    /// The red flash of an error.
    public var error = SceneColor(hex: 0xFF3366)
    /// The factor on the particles' brightness.
    public var particleBrightness = 1.0
    /// The share of grey mixed into the accents and the rainbow.
    public var desaturation = 0.0

    /// Creates the default colours.
    public init() {}

    /// The default colours at full strength.
    public static let vivid = ScenePalette()

    /// The default palette, for dark rooms: particles 20 % dimmer, accents slightly desaturated.
    public static let dark = ScenePalette.vivid.softened()

    /// A palette with the user's own accents.
    public static func custom(accent: SceneColor, warm: SceneColor, deep: SceneColor) -> ScenePalette {
        var palette = ScenePalette.vivid
        palette.accent = accent
        palette.warm = warm
        palette.deep = deep
        return palette
    }

    /// This palette, softened for the dark theme.
    public func softened() -> ScenePalette {
        var palette = self
        palette.particleBrightness *= 0.8
        palette.desaturation = 0.08
        return palette
    }

    /// White at the greatest warmth.
    static let candle = SceneColor(hex: 0xFFDBA6)

    /// The colours as drawn: desaturated, with rotated hues.
    func resolved(hueRotation: Double) -> ScenePalette {
        var palette = self
        let turning: [WritableKeyPath<ScenePalette, SceneColor>] = [
            \.accent, \.warm, \.deep, \.recording, \.armed, \.held, \.speaking,
        ]
        for path in turning {
            palette[keyPath: path] = palette[keyPath: path].desaturated(desaturation).rotated(hueRotation)
        }
        return palette
    }
}
