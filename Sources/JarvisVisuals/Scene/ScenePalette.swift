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
    /// The light ground on which the colours are inks; nil if they are lights on black.
    public var ground: SceneColor?
    /// True once the colours are what the inks take away from the ground.
    private var isAbsorbed = false

    /// Creates the default colours.
    public init() {}

    /// The default colours at full strength.
    public static let vivid = ScenePalette()

    /// The default palette, for dark rooms: particles 20 % dimmer, accents slightly desaturated.
    public static let dark = ScenePalette.vivid.softened()

    /// The light theme: inks on a soft, cool white.
    public static let light: ScenePalette = {
        var palette = ScenePalette()
        palette.ground = SceneColor(hex: 0xF1F5F9)
        palette.particleBrightness = 0.55
        palette.accent = SceneColor(hex: 0x0086B8)
        palette.warm = SceneColor(hex: 0xE2561B)
        palette.deep = SceneColor(hex: 0x7A44D8)
        palette.recording = SceneColor(hex: 0xDA2A1A)
        palette.armed = SceneColor(hex: 0x0E9F4F)
        palette.held = SceneColor(hex: 0xD98200)
        palette.speaking = SceneColor(hex: 0x2563EB)
        palette.error = SceneColor(hex: 0xE0145A)
        return palette
    }()

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

    /// This palette with each ink replaced by the light that it takes away from the ground, which mixes and fades as
    /// light does; unchanged if the colours are lights.
    var absorbed: ScenePalette {
        guard let ground, !isAbsorbed else { return self }
        var palette = self
        let all: [WritableKeyPath<ScenePalette, SceneColor>] = [
            \.accent, \.warm, \.deep, \.recording, \.armed, \.held, \.speaking, \.error,
        ]
        for path in all { palette[keyPath: path] = self[keyPath: path].absorbed(from: ground) }
        palette.isAbsorbed = true
        return palette
    }

    /// A colour at its brightest: whiter light, or deeper ink of the same hue.
    /// - Parameter share: How bright, 0…1.
    func lit(_ color: SceneColor, _ share: Double) -> SceneColor {
        guard let ground else { return color.mixed(with: .white, share) }
        let deep = isAbsorbed ? ground : SceneColor(red: 0, green: 0, blue: 0)
        return color.mixed(with: deep, Self.depth * share)
    }

    /// The strength of glows as a multiple. Eyes see more of a change on a light ground than of the same change in the
    /// dark, and washes must not flash.
    var wash: Double { ground == nil ? 1 : 0.6 }

    /// How much fainter an error makes the washes, and how far it shakes the face as a multiple: shaken washes would flash.
    var alarmFading: Double { ground == nil ? 0 : 0.4 }
    var shaking: Double { ground == nil ? 1 : 0.6 }

    /// The strength of the nebula as a multiple: paper has only a breath of colour.
    var nebula: Double { ground == nil ? 1 : 0.7 }

    /// How much black the brightest parts have in place of white: less, since inks get deeper where they overlap.
    private static let depth = 0.4

    /// Inks of the rainbow in even steps from red. Yellow and green are deep enough to be seen on white.
    private static let inks: [SceneColor] = [
        0xE0263C, 0xEE6A00, 0xE8A000, 0x52B043, 0x00A08F, 0x0092CC, 0x2F5BEA, 0x7C4DE8, 0xC23BC8,
    ].map { SceneColor(hex: $0) }

    /// A colour of the rainbow as drawn; hue in turns, 0 = red.
    func rainbow(_ turns: Double) -> SceneColor {
        guard let ground else { return SceneColor.hue(turns).mixed(with: .white, 0.12).desaturated(desaturation) }
        let place = (turns - turns.rounded(.down)) * Double(Self.inks.count)
        let first = min(Int(place), Self.inks.count - 1)
        let next = (first + 1) % Self.inks.count
        let ink = Self.inks[first].mixed(with: Self.inks[next], place - Double(first))
        return isAbsorbed ? ink.absorbed(from: ground) : ink
    }

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
