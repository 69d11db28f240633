// SPDX-License-Identifier: GPL-3.0-or-later
// Contrast of text on glass, measured on each pane's pixels over the brightest scenes and over plain white.

import Glibc
import JarvisVisuals
import Testing

@testable import JarvisDesktopKit

@Suite
struct GlassContrastTests {
    /// Linear light of an encoded channel, as WCAG 2.2 defines it.
    private static let light: [Double] = (0...255).map { value in
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    /// Relative luminance of an RGB colour.
    private static func luminance(_ color: [Int]) -> Double {
        0.2126 * light[color[0]] + 0.7152 * light[color[1]] + 0.0722 * light[color[2]]
    }

    /// The lowest contrast of text of this colour and opacity on a pane. Samples every seventh pixel, out of step with
    /// the rows.
    private static func contrast(_ text: UInt32, opacity: Double = 1, on pane: GlassPixels) -> Double {
        let ink = [text >> 16 & 255, text >> 8 & 255, text & 255].map { Double($0) }
        return stride(from: 0, to: pane.width * pane.height, by: 7).map { index in
            let pixel = (0..<3).map { Int(pane.bytes[index * 4 + 2 - $0]) }
            let seen = zip(ink, pixel).map { Int($0 * opacity + Double($1) * (1 - opacity)) }
            let (text, ground) = (luminance(seen) + 0.05, luminance(pixel) + 0.05)
            return max(text, ground) / min(text, ground)
        }.min() ?? 0
    }

    /// The worst case behind a pane: vivid colours, all particles, double size and full voice level.
    private static func brightestScene(_ phase: ScenePhase) -> SceneFrame {
        var settings = SceneSettings()
        settings.particleCount = 500
        settings.palette = .vivid
        settings.zoom = 2
        return frame(phase, settings)
    }

    private static func frame(_ phase: ScenePhase, _ settings: SceneSettings) -> SceneFrame {
        var animator = SceneAnimator(settings: settings, size: SceneSize(width: 640, height: 640), phase: phase)
        let spectrum = [Float](repeating: 1, count: 64)
        var frame = animator.advance(to: 0, phase: phase, level: 1, spectrum: spectrum)
        for step in 1...40 {
            frame = animator.advance(to: Double(step) / 20, phase: phase, level: 1, spectrum: spectrum)
        }
        return frame
    }

    /// Opaque pixels of a pane over the brightest part of the field, its middle.
    private static func pane(_ look: GlassLook, over blur: BackdropBlur) -> GlassPixels {
        var look = look
        look.radius = 0
        look.borderWidth = 0
        let pixels = GlassPixels(width: 240, height: 160)
        _ = blur.cut(FieldRectangle(x: 80, y: 160, width: 480, height: 320), scale: 0.5, look: look, into: pixels)
        return pixels
    }

    private static func check(_ blur: BackdropBlur, _ name: String) {
        typealias Glass = DesignTokens.Glass
        for look in [Glass.card, Glass.pill, Glass.action, Glass.actionHover(), Glass.actionPressed()] {
            let pane = pane(look, over: blur)
            #expect(contrast(0xFFFFFF, opacity: 0.95, on: pane) >= 7, "text, \(name)")
            #expect(contrast(0xD9F6FF, on: pane) >= 7, "icons, \(name)")
        }
        let card = pane(Glass.card, over: blur)
        #expect(contrast(0xB8B8C8, on: card) >= 7, "secondary text, \(name)")
        #expect(contrast(0x00D4FF, on: card) >= 7, "names, \(name)")
        #expect(contrast(0xFFD9D9, on: pane(Glass.error, over: blur)) >= 7, "error, \(name)")
        #expect(contrast(0xFFE9B8, on: pane(Glass.notice, over: blur)) >= 7, "notice, \(name)")
    }

    @Test(arguments: [ScenePhase.idle, .listening, .recording, .held, .transcribing, .thinking, .speaking])
    func glassTextHasContrastOfSevenOverTheBrightestScene(phase: ScenePhase) {
        let blur = BackdropBlur()
        blur.update(Self.brightestScene(phase), grade: DesignTokens.Glass.grade)
        Self.check(blur, "\(phase)")
    }

    /// Text stays readable over anything, even plain white.
    @Test func glassTextHasContrastOfSevenOverWhite() {
        let blur = BackdropBlur()
        blur.update(Self.brightestScene(.speaking), grade: DesignTokens.Glass.grade) { picture, _ in
            memset(picture.pixels, 255, picture.bytesPerRow * picture.height)
        }
        Self.check(blur, "white")
    }

    // MARK: On a light ground

    private static func deepestScene(_ phase: ScenePhase) -> SceneFrame {
        var settings = SceneSettings()
        settings.particleCount = 500
        settings.palette = .light
        settings.zoom = 2
        return frame(phase, settings)
    }

    private static func checkLight(_ blur: BackdropBlur, _ name: String) {
        typealias Glass = DesignTokens.Glass
        func light(_ look: GlassLook) -> GlassPixels { pane(DesignTokens.Light.glass(look), over: blur) }
        for look in [Glass.card, Glass.pill, Glass.action, Glass.actionHover(), Glass.actionPressed(), Glass.consent] {
            let pane = light(look)
            #expect(contrast(0x14202B, on: pane) >= 7, "text, \(name)")
            #expect(contrast(0x0B4158, on: pane) >= 7, "icons, \(name)")
            #expect(contrast(0x3C4854, on: pane) >= 7, "secondary text, \(name)")
            #expect(contrast(0x00506D, on: pane) >= 7, "names, \(name)")
        }
        #expect(contrast(0x7A0C1B, on: light(Glass.error)) >= 7, "error, \(name)")
        #expect(contrast(0x553A00, on: light(Glass.notice)) >= 7, "notice, \(name)")
    }

    @Test(arguments: [ScenePhase.idle, .listening, .recording, .held, .transcribing, .thinking, .speaking])
    func lightGlassTextHasContrastOfSevenOverTheDeepestScene(phase: ScenePhase) {
        let blur = BackdropBlur()
        blur.update(Self.deepestScene(phase), grade: DesignTokens.Glass.grade)
        Self.checkLight(blur, "\(phase)")
    }

    @Test func lightGlassTextHasContrastOfSevenOverBlack() {
        let blur = BackdropBlur()
        blur.update(Self.deepestScene(.speaking), grade: DesignTokens.Glass.grade) { picture, _ in
            memset(picture.pixels, 0, picture.bytesPerRow * picture.height)
        }
        Self.checkLight(blur, "black")
    }

    @Test func lightPaneTextHasContrastOfSevenOverBlack() {
        let blur = BackdropBlur()
        blur.update(Self.deepestScene(.speaking), grade: DesignTokens.Glass.paneGrade) { picture, _ in
            memset(picture.pixels, 0, picture.bytesPerRow * picture.height)
        }
        let pane = Self.pane(DesignTokens.Light.glass(DesignTokens.Glass.pane), over: blur)
        #expect(Self.contrast(0x14202B, on: pane) >= 7)
        #expect(Self.contrast(0x3C4854, on: pane) >= 7)
    }

    @Test func paneTextHasContrastOfSevenOverWhite() {
        let blur = BackdropBlur()
        blur.update(Self.brightestScene(.speaking), grade: DesignTokens.Glass.paneGrade) { picture, _ in
            memset(picture.pixels, 255, picture.bytesPerRow * picture.height)
        }
        let pane = Self.pane(DesignTokens.Glass.pane, over: blur)
        #expect(Self.contrast(0xFFFFFF, opacity: 0.95, on: pane) >= 7)
        #expect(Self.contrast(0xB8B8C8, on: pane) >= 7)
    }

    /// The share of light that the style sheet's dark ground behind title, status and hints lets through.
    private static let throughGround = 1 - 0.72

    /// The lowest contrast of text without glass over particles, in the brightest of many frames.
    private static func leastContrast(_ text: UInt32, ground: Double) -> Double {
        var settings = SceneSettings()
        settings.particleCount = 500
        settings.palette = .vivid
        var animator = SceneAnimator(settings: settings, size: SceneSize(width: 1000, height: 700), phase: .speaking)
        let renderer = SoftwareSceneRenderer()
        var brightest = 0.0
        for step in 0..<60 {
            var frame = animator.advance(to: Double(step) / 10, phase: .speaking, level: 1)
            frame.arcs = []
            guard step % 5 == 0, let picture = renderer.draw(frame) else { continue }
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let pixel = (0..<3).map {
                        Int(Double(picture.pixels[y * picture.bytesPerRow + x * 4 + 2 - $0]) * ground)
                    }
                    if pixel[1] > 20 { brightest = max(brightest, luminance(pixel)) }
                }
            }
        }
        let ink = luminance([Int(text >> 16 & 255), Int(text >> 8 & 255), Int(text & 255)])
        return (ink + 0.05) / (brightest + 0.05)
    }

    @Test func textOnItsDarkGroundIsReadableInEveryFrame() {
        #expect(Self.leastContrast(0xF2F2F2, ground: Self.throughGround) >= 7)
        #expect(Self.leastContrast(0xB8B8C8, ground: Self.throughGround) >= 4.5)
        #expect(Self.leastContrast(0xB8B8C8, ground: 1) < 4.5, "without the ground some particle takes the text away")
    }

    /// Proves that the measurement detects a pane that is too bright.
    @Test func anUnlimitedGradeFailsTheContrastCheck() {
        let blur = BackdropBlur()
        let grade = GlassGrade(gain: 2.2, saturation: 1.5, limit: 100)
        blur.update(Self.brightestScene(.speaking), grade: grade)
        #expect(Self.contrast(0xB8B8C8, on: Self.pane(DesignTokens.Glass.card, over: blur)) < 7)
    }
}
