// SPDX-License-Identifier: GPL-3.0-or-later
// The golden pictures: every state, theme and palette, and states morphing into others.

import JarvisCore
import Testing

@testable import JarvisVisuals

/// One golden picture: `Goldens/NAME.png`.
struct GoldenPicture: Sendable, CustomTestStringConvertible {
    var name: String
    var still: SceneStill

    var testDescription: String { name }

    static let size = SceneSize(width: 192, height: 192)

    static let all = states + looks + morphs

    /// Every state in the default theme.
    private static let states =
        ScenePhase.allCases.map { picture("\($0)", $0) } + [
            picture("idle-dark-room", .idle) {
                $0.brightness = 0.5; $0.warmth = 1
            },
            picture("recording-loud", .recording, level: 1),
            picture("speaking-silent", .speaking, level: 0, hears: false),
            picture("idle-error", .idle, errorTime: 0.15),
            picture("idle-light", .idle) { $0.palette = .light },
            picture("held-light", .held) { $0.palette = .light },
            picture("idle-light-error", .idle, errorTime: 0.15) { $0.palette = .light },
            picture("idle-light-dark-room", .idle) {
                $0.palette = .light; $0.brightness = 0.5; $0.warmth = 1
            },
            picture("idle-zoom-hue", .idle) {
                $0.zoom = 1.5; $0.hueRotation = 1.0 / 3
            },
            picture("speaking-low-quality", .speaking) { $0.quality = .low },
            picture("idle-500-particles", .idle) { $0.particleCount = 500 },
            picture("idle-wide", .idle, size: SceneSize(width: 480, height: 200)),
            picture("speaking-tall", .speaking, size: SceneSize(width: 180, height: 320)),
        ]

    /// Themes and palettes in the states that show their colours best.
    private static let looks: [GoldenPicture] = {
        let looks: [(String, @Sendable (inout SceneSettings) -> Void)] = [
            ("vivid", { $0.palette = .vivid }),
            ("light", { $0.palette = .light }),
            (
                "light-high-contrast",
                {
                    $0.palette = .light; $0.increasesContrast = true
                }
            ),
            ("custom", { $0.palette = custom }),
            ("high-contrast", { $0.increasesContrast = true }),
            ("protanopia", { $0.palette = $0.palette.adapted(to: .protanopia) }),
            ("deuteranopia", { $0.palette = $0.palette.adapted(to: .deuteranopia) }),
            ("tritanopia", { $0.palette = $0.palette.adapted(to: .tritanopia) }),
            ("reduced-motion", { $0.reducesMotion = true }),
        ]
        return looks.flatMap { name, change in
            [ScenePhase.listening, .recording, .thinking, .speaking].map {
                picture("\($0)-\(name)", $0, change: change)
            }
        }
    }()

    /// Early and halfway stages, which a hard cut would not show.
    private static let morphs: [GoldenPicture] = [
        (ScenePhase.idle, ScenePhase.listening, 0.15), (.idle, .speaking, 0.1), (.listening, .recording, 0.1),
        (.recording, .transcribing, 0.15), (.recording, .held, 0.2), (.thinking, .speaking, 0.15),
        (.speaking, .idle, 0.1),
    ].map { from, to, time in
        picture("\(from)-to-\(to)", to, from: from, time: time)
    }

    private static let custom = ScenePalette.custom(
        accent: SceneColor(hex: 0xFF4FD8), warm: SceneColor(hex: 0xC8FF3D), deep: SceneColor(hex: 0x2D7DFF))

    private static func picture(
        _ name: String, _ phase: ScenePhase, from: ScenePhase? = nil, time: Double = 1.2, level: Double = 0.5,
        hears: Bool = true, errorTime: Double? = nil, size: SceneSize = size,
        change: (inout SceneSettings) -> Void = { _ in }
    ) -> GoldenPicture {
        var settings = SceneSettings()
        change(&settings)
        return GoldenPicture(
            name: name,
            still: SceneStill(
                phase: phase, previous: from, time: time, level: level, spectrum: hears ? Face.spectrum : [],
                settings: settings, size: size, errorTime: errorTime))
    }
}
