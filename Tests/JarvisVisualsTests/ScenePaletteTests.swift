// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of the design and the themes, and how well each kind of colour vision distinguishes the states.

import CRasterizer
import Glibc
import JarvisCore
import Testing

@testable import JarvisVisuals

struct ScenePaletteTests {
    @Test func vividColorsMatchTheDesign() {
        let palette = ScenePalette.vivid
        #expect(palette.accent == SceneColor(hex: 0x00D4FF) && palette.accent.blue == 1 && palette.accent.red == 0)
        #expect(abs(palette.accent.green * 255 - 0xD4) < 1e-9)
        #expect(palette.warm == SceneColor(hex: 0xFF6B35) && palette.deep == SceneColor(hex: 0x7B68EE))
        #expect(palette.recording == SceneColor(hex: 0xEF4444) && palette.armed == SceneColor(hex: 0x22C55E))
        #expect(palette.held == SceneColor(hex: 0xF59E0B) && palette.speaking == SceneColor(hex: 0x3B82F6))
        #expect(palette.error == SceneColor(hex: 0xFF3366))
    }

    @Test func darkThemeIsSofter() {
        #expect(abs(ScenePalette.dark.particleBrightness / ScenePalette.vivid.particleBrightness - 0.8) < 1e-9)
        let drawn = ScenePalette.dark.resolved(hueRotation: 0)
        func saturation(_ color: SceneColor) -> Double {
            let parts = [color.red, color.green, color.blue]
            return 1 - (parts.min() ?? 0) / (parts.max() ?? 1)
        }
        for path: KeyPath<ScenePalette, SceneColor> in [\.accent, \.warm, \.deep] {
            let loss = saturation(ScenePalette.vivid[keyPath: path]) - saturation(drawn[keyPath: path])
            #expect(loss > 0.02 && loss < 0.15, "slightly")
        }
        // The particles as drawn, not only the palette's figure.
        let dark = ParticleField.table(count: 250, palette: .dark).records
        let vivid = ParticleField.table(count: 250, palette: .vivid).records
        #expect(dark.count == vivid.count)
        for (a, b) in zip(dark, vivid).dropFirst(10) { #expect(abs(a.gain / b.gain - 0.8) < 1e-5) }
    }

    @Test func customThemeKeepsTheUsersAccents() {
        let colors = [0x102030, 0x405060, 0x708090].map { SceneColor(hex: UInt32($0)) }
        let palette = ScenePalette.custom(accent: colors[0], warm: colors[1], deep: colors[2])
        for vision in ColorVision.allCases {
            let adapted = palette.adapted(to: vision)
            #expect([adapted.accent, adapted.warm, adapted.deep] == colors)
        }
    }

    @Test func hueRotationPermutesTheChannels() {
        let color = SceneColor(hex: 0x00D4FF)
        let turned = color.rotated(1.0 / 3)
        #expect(abs(turned.red - color.blue) < 1e-6 && abs(turned.green - color.red) < 1e-6)
        #expect(color.rotated(1).difference(from: color) < 1e-6)
    }

    /// Any two state colours differ by at least 30 in CIELAB (1976) as seen with this colour vision; 2.3 is just
    /// noticeable. Typical vision may tell recording from error only by the shake: both are red by design.
    @Test(arguments: ColorVision.allCases, [(false, false), (true, false), (false, true), (true, true)])
    func stateColorsAreDistinguishable(vision: ColorVision, look: (contrast: Bool, isLight: Bool)) {
        let contrast = look.contrast
        var settings = SceneSettings()
        settings.palette = (look.isLight ? ScenePalette.light : .dark).adapted(to: vision)
        settings.increasesContrast = contrast
        let palette = settings.resolvedPalette
        let states: [(String, SceneColor)] = [
            ("idle", palette.accent), ("armed", palette.armed), ("recording", palette.recording),
            ("held", palette.held), ("thinking", palette.deep), ("speaking", palette.speaking),
            ("error", palette.error),
        ]
        for (index, (name, color)) in states.enumerated() {
            for (other, rival) in states[..<index] {
                let distance = Lab(color.seen(by: vision)).distance(to: Lab(rival.seen(by: vision)))
                #expect(distance > (vision == .typical || contrast ? 18 : 30), "\(name) and \(other): \(distance)")
            }
        }
    }

    /// The design's own colours are not enough, which is why adapted palettes exist.
    @Test(arguments: [ColorVision.protanopia, .deuteranopia, .tritanopia])
    func unadaptedColorsAreHardToDistinguish(vision: ColorVision) {
        let palette = ScenePalette.dark.resolved(hueRotation: 0)
        let pairs = [(palette.deep, palette.speaking), (palette.recording, palette.error)]
        let distances = pairs.map { Lab($0.seen(by: vision)).distance(to: Lab($1.seen(by: vision))) }
        #expect((distances.min() ?? 100) < 12)
    }

    @Test(arguments: ColorVision.allCases)
    func inksStandOutFromTheGround(vision: ColorVision) throws {
        for contrast in [false, true] {
            var settings = SceneSettings()
            settings.palette = ScenePalette.light.adapted(to: vision)
            settings.increasesContrast = contrast
            let palette = settings.resolvedPalette
            let ground = try #require(settings.ground).relativeLuminance
            for ink in [
                palette.accent, palette.warm, palette.deep, palette.recording, palette.armed, palette.held,
                palette.speaking, palette.error,
            ] {
                #expect((ground + 0.05) / (ink.relativeLuminance + 0.05) >= (contrast ? 4.5 : 2.6), "\(ink)")
            }
        }
    }

    @Test func warmLightTintsTheGroundAndLeavesItBright() throws {
        var settings = SceneSettings()
        settings.palette = .light
        let plain = try #require(settings.ground)
        settings.brightness = 0.5
        settings.warmth = 1
        let warm = try #require(settings.ground)
        #expect(warm.blue < plain.blue - 0.1 && warm.red == plain.red)
        #expect(warm.relativeLuminance > 0.7 * plain.relativeLuminance)
        #expect(settings.illumination == .white)
    }

    @Test func highContrastColorsAreLight() {
        let palette = ScenePalette.highContrast
        let all = [
            palette.accent, palette.warm, palette.deep, palette.recording, palette.armed, palette.held,
            palette.speaking, palette.error,
        ]
        #expect(all.allSatisfy { ($0.relativeLuminance + 0.05) / 0.05 >= 4.5 })
        #expect(palette.desaturation == 0)
        #expect(palette.accent == SceneColor(hex: 0x00D4FF), "light ones stay")
    }
}

extension SceneColor {
    func difference(from other: SceneColor) -> Double {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }

    /// Linear channels by the sRGB curve.
    fileprivate var linear: [Double] {
        [red, green, blue].map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    }

    fileprivate var relativeLuminance: Double {
        zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// Linear light as a dichromat sees it: Machado, Oliveira and Fernandes, "A Physiologically-based Model for
    /// Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1.0.
    fileprivate func seen(by vision: ColorVision) -> [Double] {
        let rows: [[Double]]
        switch vision {
        case .typical: return linear
        case .protanopia:
            rows = [
                [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
            ]
        case .deuteranopia:
            rows = [
                [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
            ]
        case .tritanopia:
            rows = [
                [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
            ]
        }
        let light = linear
        return rows.map { row in min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
    }
}

/// CIELAB under D65, from linear sRGB.
private struct Lab {
    let l, a, b: Double

    init(_ light: [Double]) {
        func f(_ row: [Double], _ white: Double) -> Double {
            let t = zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } / white
            return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116
        }
        let x = f([0.4124564, 0.3575761, 0.1804375], 0.95047)
        let y = f([0.2126729, 0.7151522, 0.0721750], 1)
        let z = f([0.0193339, 0.1191920, 0.9503041], 1.08883)
        (l, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    func distance(to other: Lab) -> Double {
        let (x, y, z) = (l - other.l, a - other.a, b - other.b)
        return (x * x + y * y + z * z).squareRoot()
    }
}
