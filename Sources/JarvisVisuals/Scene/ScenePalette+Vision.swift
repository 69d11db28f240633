// SPDX-License-Identifier: GPL-3.0-or-later
// Adapts palettes to colour blindness and high contrast.

public import JarvisCore

extension ScenePalette {
    /// This palette with state colours that people with this colour vision can tell apart; keeps accents that the user
    /// picked.
    ///
    /// The tests simulate each deficiency with the matrices of Machado, Oliveira and Fernandes, "A
    /// Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), and measure the
    /// distance of every two colours in CIELAB.
    public func adapted(to vision: ColorVision) -> ScenePalette {
        guard ground == nil else { return inks(for: vision) }
        var palette = self
        let deep: SceneColor
        switch vision {
        case .typical: return self
        case .protanopia:
            deep = SceneColor(hex: 0x6A58B0)
            palette.recording = SceneColor(hex: 0xFF2A10)
            palette.armed = SceneColor(hex: 0x96FFA0)
            palette.held = SceneColor(hex: 0xF2E21E)
            palette.speaking = SceneColor(hex: 0x2E50FF)
            palette.error = SceneColor(hex: 0xD9406A)
        case .deuteranopia:
            deep = SceneColor(hex: 0x6A58C8)
            palette.recording = SceneColor(hex: 0xD9500A)
            palette.armed = SceneColor(hex: 0x8CFFB0)
            palette.held = SceneColor(hex: 0xFFDC1E)
            palette.speaking = SceneColor(hex: 0x1E50FF)
            palette.error = SceneColor(hex: 0xD8146E)
        case .tritanopia:
            deep = SceneColor(hex: 0xAC5CF8)
            palette.recording = SceneColor(hex: 0xF42818)
            palette.armed = SceneColor(hex: 0xC8F060)
            palette.held = SceneColor(hex: 0xF0A018)
            palette.speaking = SceneColor(hex: 0x1E5FC8)
            palette.error = SceneColor(hex: 0xFF10B8)
        }
        if palette.deep == ScenePalette().deep { palette.deep = deep }
        return palette
    }

    /// This palette for high contrast: saturated colours, each light enough to stand out from black, or dark enough to
    /// stand out from white.
    public func strengthened() -> ScenePalette {
        var palette = self
        palette.desaturation = 0
        palette.particleBrightness = 1
        let all: [WritableKeyPath<ScenePalette, SceneColor>] = [
            \.accent, \.warm, \.deep, \.recording, \.armed, \.held, \.speaking, \.error,
        ]
        guard ground == nil else {
            palette.ground = .white
            for path in all { palette[keyPath: path] = palette[keyPath: path].darkened(to: 0.14) }
            return palette
        }
        for path in all { palette[keyPath: path] = palette[keyPath: path].lightened(to: 0.25) }
        return palette
    }

    /// The light theme's inks for this colour vision.
    private func inks(for vision: ColorVision) -> ScenePalette {
        var palette = self
        func use(deep: UInt32, recording: UInt32, armed: UInt32, held: UInt32, speaking: UInt32, error: UInt32) {
            palette.deep = SceneColor(hex: deep)
            palette.recording = SceneColor(hex: recording)
            palette.armed = SceneColor(hex: armed)
            palette.held = SceneColor(hex: held)
            palette.speaking = SceneColor(hex: speaking)
            palette.error = SceneColor(hex: error)
        }
        switch vision {
        case .typical: break
        case .protanopia:
            use(
                deep: 0x483095, recording: 0xA20808, armed: 0x2EA966,
                held: 0xB69600, speaking: 0x2E50FF, error: 0xB12156)
        case .deuteranopia:
            use(
                deep: 0x422BA3, recording: 0x732014, armed: 0x2FA86A,
                held: 0xBE9300, speaking: 0x1E51FE, error: 0x9F0F6A)
        case .tritanopia:
            use(
                deep: 0x8D3CE0, recording: 0xD42010, armed: 0x879C1F,
                held: 0xC07800, speaking: 0x232B9C, error: 0xE010A0)
        }
        return palette
    }

    /// The default colours for high contrast.
    public static let highContrast = ScenePalette.vivid.strengthened()
}

extension SceneColor {
    /// The relative luminance, 0…1, which approximates sRGB's curve by a square.
    var luminance: Double { 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue }

    /// This colour with just enough black to stay below this luminance.
    func darkened(to most: Double) -> SceneColor {
        var share = 0.0
        while share < 1, scaled(1 - share).luminance > most { share += 1.0 / 64 }
        return scaled(1 - share)
    }

    /// This colour with just enough white to reach this luminance.
    func lightened(to least: Double) -> SceneColor {
        var share = 0.0
        while share < 1, mixed(with: .white, share).luminance < least { share += 1.0 / 64 }
        return mixed(with: .white, share)
    }
}
