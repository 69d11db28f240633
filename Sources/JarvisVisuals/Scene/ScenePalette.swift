// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of the face and their themes.

/// Every colour that the scene may use.
public struct ScenePalette: Hashable, Sendable {
    /// Electric cyan unless the user picked another.
    public var accent = SceneColor(hex: 0x00D4FF)
    /// Plasma orange.
    public var warm = SceneColor(hex: 0xFF6B35)
    /// Quantum purple; the tint of thinking.
    public var deep = SceneColor(hex: 0x7B68EE)
    /// Red of a recording.
    public var recording = SceneColor(hex: 0xEF4444)
    /// Green of the armed microphone.
    public var armed = SceneColor(hex: 0x22C55E)
    /// Amber of the held microphone.
    public var held = SceneColor(hex: 0xF59E0B)
    /// Blue of speech.
    public var speaking = SceneColor(hex: 0x3B82F6)
    /// Red of an error's flash.
    public var error = SceneColor(hex: 0xFF3366)
    /// Brightness factor of the particles.
    public var particleBrightness = 1.0
    /// Share of grey mixed into the accents and the rainbow.
    public var desaturation = 0.0

    /// The design's own colours.
    public init() {}

    /// The design's colours at full strength.
    public static let vivid = ScenePalette()

    /// For dark rooms: particles 20 % dimmer, accents slightly desaturated. The default.
    public static let dark = ScenePalette.vivid.softened()

    /// The user's own accents.
    public static func custom(accent: SceneColor, warm: SceneColor, deep: SceneColor) -> ScenePalette {
        var palette = ScenePalette.vivid
        palette.accent = accent
        palette.warm = warm
        palette.deep = deep
        return palette
    }

    /// This palette with the dark theme's softening.
    public func softened() -> ScenePalette {
        var palette = self
        palette.particleBrightness *= 0.8
        palette.desaturation = 0.08
        return palette
    }

    /// What white becomes in the warmest light.
    static let candle = SceneColor(hex: 0xFFDBA6)

    /// The colours as drawn: desaturated and turned round the colour circle.
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
