// SPDX-License-Identifier: GPL-3.0-or-later
// Resolving settings and desktop preferences into an appearance, and open windows that follow both.

import JarvisCore
import JarvisPlatform
import JarvisVisuals
import Testing

@testable import JarvisDesktopKit

@Suite
struct AppearanceTests {
    private func appearance(
        _ change: (inout Settings) -> Void = { _ in }, desktop: (inout DesktopState) -> Void = { _ in }
    ) -> Appearance {
        var settings = Settings()
        var state = DesktopState()
        change(&settings)
        desktop(&state)
        return Appearance(settings, state)
    }

    @Test func defaultsAreTheDarkThemeWithFullMotion() {
        let look = appearance()
        #expect(look.cssClasses == ["theme-dark"])
        #expect(look.motion == .full)
        #expect(look.scene == SceneSettings())
        #expect(look.accents == nil)
    }

    @Test(arguments: [
        (DesktopPreference.desktop, true, false, MotionAllowance.full), (.desktop, true, true, .reduced),
        (.desktop, false, false, .none), (.desktop, false, true, .none), (.on, true, false, .reduced),
        (.on, false, false, .none), (.off, true, true, .full), (.off, false, false, .full),
    ])
    func theMotionSettingOverridesTheDesktop(
        preference: DesktopPreference, animations: Bool, reduced: Bool, expected: MotionAllowance
    ) {
        let look = appearance {
            $0.appearance.reducedMotion = preference
        } desktop: {
            $0.areAnimationsEnabled = animations
            $0.prefersReducedMotion = reduced
        }
        #expect(look.motion == expected)
        #expect(look.scene.reducesMotion == (expected != .full))
        #expect(look.cssClasses.contains("reduced-motion") == (expected != .full))
    }

    @Test func highContrastRemovesTransparency() {
        let wished = appearance { $0.appearance.highContrast = .on }
        let told = appearance { _ in
        } desktop: {
            $0.prefersHighContrast = true
        }
        for look in [wished, told] {
            #expect(look.cssClasses == ["theme-dark", "high-contrast", "solid"])
            #expect(look.scene.increasesContrast)
        }
        let refused = appearance {
            $0.appearance.highContrast = .off
        } desktop: {
            $0.prefersHighContrast = true
        }
        #expect(refused.cssClasses == ["theme-dark"])
    }

    @Test(arguments: [
        (DesktopState.ColorScheme.dark, ScenePalette.dark), (.light, .light), (.unknown, .light),
    ])
    func theAutomaticThemeFollowsTheColourScheme(scheme: DesktopState.ColorScheme, palette: ScenePalette) {
        let look = appearance {
            $0.appearance.theme = .auto
        } desktop: {
            $0.colorScheme = scheme
        }
        #expect(look.scene.palette == palette)
    }

    @Test func theLightThemeIsLightOnEveryDesktop() {
        for scheme in [DesktopState.ColorScheme.dark, .light] {
            let look = appearance {
                $0.appearance.theme = .light
            } desktop: {
                $0.colorScheme = scheme
            }
            #expect(look.cssClasses == ["theme-light"])
            #expect(look.scene.palette == .light)
            #expect(look.css.contains("@define-color background"))
            #expect(look.accent == DesignTokens.Light.accent)
        }
    }

    /// Colours that look the same in both themes, or are made of others.
    private static let kept: Set<String> = ["on_signal", "knob", "cyan_border", "mark", "mark_user", "mark_user_text"]

    @Test func theLightThemeDefinesEveryColourOfTheStyleSheet() throws {
        func names(_ css: String) -> Set<String> {
            Set(
                css.split(separator: "\n").filter { $0.hasPrefix("@define-color ") }.map {
                    String($0.split(separator: " ")[1])
                })
        }
        let bytes = try #require(try AtomicFile.read(WindowHost.root + "/data/style.css"))
        let all = names(String(decoding: bytes, as: UTF8.self))
        #expect(all.count > 60)
        #expect(names(DesignTokens.Light.css) == all.subtracting(Self.kept))
    }

    /// On cards of white glass, on solid cards and on the ground.
    @Test func textColoursOfTheLightThemeAreReadable() throws {
        let css = DesignTokens.Light.css.split(separator: "\n").map { $0.split(separator: " ") }
        func color(_ name: String) throws -> HexColor {
            let line = try #require(css.first { $0[1] == name })
            return try #require(HexColor(text: String(line[2].dropLast())))
        }
        for ground in ["background", "deep_space", "raised", "solid_button"] {
            for text in [
                "text", "secondary", "cyan", "error_text", "notice_text", "danger_text", "purple_text", "orange_text",
                "icon", "success", "held",
            ] {
                let contrast = try color(text).contrast(with: color(ground))
                #expect(contrast >= 7, "\(text) on \(ground): \(contrast)")
            }
            #expect(try color("timestamp").contrast(with: color(ground)) >= 4.5)
        }
        for fill in ["cyan", "bubble_start", "bubble_end", "recording", "success", "speaking", "number_fill"] {
            #expect(try color("on_accent").contrast(with: color(fill)) >= 7, "\(fill)")
        }
        #expect(try color("on_held").contrast(with: color("held_fill")) >= 7)
    }

    @Test func theFadeBetweenThemesIsEvenAndShort() {
        #expect(ThemeFade.opacity(at: 0) == 1)
        #expect(ThemeFade.opacity(at: 0.15) == 0.5)
        #expect(ThemeFade.opacity(at: 0.3) == 0 && ThemeFade.opacity(at: 9) == 0)
        let steps = stride(from: 0.0, through: 0.3, by: 0.01).map(ThemeFade.opacity)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
    }

    @Test func customAccentsApplyToTheSceneUnchanged() {
        let look = appearance {
            $0.appearance.theme = .custom
            $0.appearance.accent = HexColor(0x123456)
        }
        #expect(look.scene.palette.accent == SceneColor(hex: 0x123456))
        #expect(look.accents?.css.contains("@define-color cyan ") == true)
    }

    @Test(arguments: [0x000000, 0x0000FF, 0x7B68EE, 0xFF0000, 0x808080, 0x00D4FF, 0xFFFFFF])
    func accentsAreAdjustedForReadability(accent: UInt32) {
        let readable = HexColor(accent).readable()
        #expect(readable.contrast(with: DesignTokens.Contrast.lightestGround) >= 7)
        // An accent that is already readable stays as it is.
        if HexColor(accent).contrast(with: DesignTokens.Contrast.lightestGround) >= 7 {
            #expect(readable == HexColor(accent))
        }
    }

    @Test func contrastMatchesWCAG() {
        #expect(abs(HexColor(0xFFFFFF).contrast(with: HexColor(0)) - 21) < 0.001)
        #expect(abs(HexColor(0x777777).contrast(with: HexColor(0xFFFFFF)) - 4.478) < 0.001)
    }

    @Test func ambientLightAppliesOnlyIfEnabled() {
        func look(follows: Bool, lux: Double?) -> SceneSettings {
            appearance {
                $0.appearance.followsAmbientLight = follows
            } desktop: {
                $0.illuminance = lux
            }.scene
        }
        #expect(look(follows: false, lux: 1).brightness == 1)
        #expect(look(follows: true, lux: nil).brightness == 1)
        #expect(look(follows: true, lux: 500).brightness == 1)
        #expect(look(follows: true, lux: 500).warmth == 0)
        #expect(look(follows: true, lux: 1).brightness == 0.5)
        #expect(look(follows: true, lux: 1).warmth == 1)
        #expect(look(follows: true, lux: 20).brightness == 0.75)
    }

    @Test func smoothedLightConvergesAndIgnoresJitter() {
        var lux = 300.0
        var steps = 0
        while lux != 3 && steps < 100 {
            lux = AmbientLight.approach(lux, towards: 3)
            steps += 1
        }
        #expect((5..<40).contains(steps))
        #expect(AmbientLight(lux: 50) == AmbientLight(lux: 51))
    }

    @Test func theReportNamesTheSourceOfEachPreference() {
        var settings = Settings()
        var desktop = DesktopState()
        #expect(AppearanceReport.describe(settings, desktop) == "dark theme; full motion; power saver off")
        desktop.areAnimationsEnabled = false
        desktop.isPowerSaving = true
        settings.appearance.highContrast = .on
        let report = AppearanceReport.describe(settings, desktop)
        #expect(report.contains("the desktop's animations are off"))
        #expect(report.contains("high contrast (set by you)"))
        #expect(report.contains("power saver on"))
    }

    @Test(arguments: [
        ("highcontrast", true), ("highcontrastinverse", true), ("adwaita-hc", true), ("adwaita", false), ("", false),
    ])
    func highContrastThemesAreDetectedByName(name: String, expected: Bool) async {
        await #expect(DesktopMonitor.isHighContrast(name) == expected)
    }

    @Test(arguments: [[], ["--toolkit"]])
    func anOpenWindowFollowsSettingsAndDesktopChanges(options: [String]) async throws {
        let result = try await WindowHost.run(["appearance"] + options)
        #expect(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL") && !result.output.contains("WARNING"), "\(result.output)")
    }
}
