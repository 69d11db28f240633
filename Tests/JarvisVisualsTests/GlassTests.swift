// SPDX-License-Identifier: GPL-3.0-or-later
// The blur behind glass, measured on the pixels of panes cut from it.

import Glibc
import Testing

@testable import JarvisVisuals

@Suite
struct GlassTests {
    private let plain = GlassLook(
        radius: 0, borderWidth: 0, fill: .init(SceneColor(hex: 0xFFFFFF), 0),
        border: .init(SceneColor(hex: 0xFFFFFF), 0))
    private let faithful = GlassGrade(gain: 1, saturation: 1, limit: 1000)

    private func empty(_ size: SceneSize = Face.field) -> SceneFrame {
        SceneFrame(
            view: Face.still(.idle, size: size).view,
            particles: ParticleTable(identity: 1, records: [], backdropCount: 0), particleCount: 0, arcs: [],
            size: size)
    }

    private func cut(_ blur: BackdropBlur, _ area: FieldRectangle, _ look: GlassLook, scale: Double = 1) -> GlassPixels
    {
        let pixels = GlassPixels(width: Int(area.width * scale), height: Int(area.height * scale))
        #expect(blur.cut(area, scale: scale, look: look, into: pixels))
        return pixels
    }

    /// A blur of a field in which `paint` sets the value of each small pixel.
    private func blur(_ grade: GlassGrade, size: SceneSize = Face.field, paint: @escaping (Int, Int) -> UInt8)
        -> BackdropBlur
    {
        let blur = BackdropBlur()
        blur.update(empty(size), grade: grade) { picture, _ in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    for channel in 0..<3 { picture.pixels[y * picture.bytesPerRow + x * 4 + channel] = paint(x, y) }
                }
            }
        }
        return blur
    }

    @Test func theBlurHasADeviationOfTwentyPixels() {
        // A line of light: its profile's standard deviation is the blur's, with the line's own width beside it.
        let blur = blur(faithful) { x, _ in x == 40 ? 255 : 0 }
        let row = cut(blur, FieldRectangle(x: 160, y: 320, width: 320, height: 1), plain)
        var (mass, mean, variance) = (0.0, 0.0, 0.0)
        for x in 0..<row.width {
            let value = Double(row.bytes[x * 4])
            mass += value
            mean += value * Double(x)
        }
        mean /= mass
        for x in 0..<row.width { variance += Double(row.bytes[x * 4]) * (Double(x) - mean) * (Double(x) - mean) / mass }
        #expect(abs(mean + 160 - 323.5) < 1.5, "the light stays where it is: \(mean + 160)")
        #expect(abs(variance.squareRoot() - 20) < 2, "\(variance.squareRoot())")
    }

    @Test func aUniformFieldStaysUniform() {
        let pane = cut(blur(faithful) { _, _ in 120 }, FieldRectangle(x: -40, y: 500, width: 400, height: 200), plain)
        for index in 0..<(pane.width * pane.height) { #expect(abs(Int(pane.bytes[index * 4]) - 120) <= 1) }
    }

    @Test func theTintIsDitheredAtItsOpacity() {
        let look = GlassLook(
            radius: 0, borderWidth: 0, fill: .init(SceneColor(hex: 0xFFFFFF), 0.05),
            border: .init(SceneColor(hex: 0xFFFFFF), 0))
        let pane = cut(blur(faithful) { _, _ in 0 }, FieldRectangle(x: 0, y: 0, width: 64, height: 64), look)
        let values = (0..<64 * 64).map { Int(pane.bytes[$0 * 4]) }
        #expect(values.min() == 12 && values.max() == 13, "dithered between both neighbours of 12.75")
    }

    @Test(arguments: [1.0, 2.0])
    func cornersAreRoundAndTheBorderIsOnePixel(scale: Double) {
        let look = GlassLook(
            radius: 16, borderWidth: 1, fill: .init(SceneColor(hex: 0xFFFFFF), 0),
            border: .init(SceneColor(hex: 0xFFFFFF), 1))
        let pane = cut(
            blur(faithful) { _, _ in 0 }, FieldRectangle(x: 0, y: 0, width: 100, height: 60), look, scale: scale)
        func pixel(_ x: Double, _ y: Double) -> (light: UInt8, alpha: UInt8) {
            let offset = Int(y * scale) * pane.bytesPerRow + Int(x * scale) * 4
            return (pane.bytes[offset], pane.bytes[offset + 3])
        }
        #expect(pixel(1, 1).alpha == 0 && pixel(98.5, 1).alpha == 0 && pixel(1, 58.5).alpha == 0)
        #expect(pixel(50, 0).light >= 250 && pixel(0, 30).light >= 250 && pixel(99.5, 30).light >= 250)
        #expect(pixel(50, 2).light == 0 && pixel(50, 2).alpha == 255)
        // Along the diagonal the outline is 16 − 16/√2 from the corner.
        let outline = 16 - 16 / 2.0.squareRoot()
        #expect(pixel(outline - 1.5, outline - 1.5).alpha == 0)
        #expect(pixel(outline + 1.5, outline + 1.5).alpha == 255)
    }

    @Test func unchangedSceneReportsNoChange() {
        let blur = BackdropBlur()
        let frame = Face.still(.speaking, size: Face.field)
        blur.update(frame, grade: faithful)
        blur.update(frame, grade: faithful)
        #expect(blur.change(in: FieldRectangle(x: 0, y: 0, width: 640, height: 640)) == 0)
        blur.update(Face.still(.idle, size: Face.field), grade: faithful)
        #expect(blur.change(in: FieldRectangle(x: 200, y: 200, width: 240, height: 240)) > 2)
        #expect(blur.change(in: FieldRectangle(x: 4000, y: 4000, width: 10, height: 10)) == 0)
    }

    @Test func panesAreDeterministic() {
        let area = FieldRectangle(x: 20, y: 80, width: 600, height: 120)
        func bytes() -> [UInt8] {
            let blur = BackdropBlur()
            blur.update(Face.still(.speaking, size: Face.field), grade: faithful)
            let pane = cut(blur, area, plain)
            return Array(UnsafeBufferPointer(start: pane.bytes, count: pane.bytesPerRow * pane.height))
        }
        #expect(bytes() == bytes())
    }

    @Test(arguments: [(640.0, 640.0), (3840, 2160), (16, 16), (480, 640)])
    func blurResolutionIsLimited(width: Double, height: Double) {
        var largest = 0
        let blur = BackdropBlur()
        blur.update(empty(SceneSize(width: width, height: height)), grade: faithful) { picture, _ in
            largest = max(picture.width, picture.height)
        }
        #expect(largest <= Int(BackdropBlur.mostCells))
        #expect(blur.isReady)
    }

    @Test func cuttingBeforeAnUpdateFails() {
        let pixels = GlassPixels(width: 8, height: 8)
        let area = FieldRectangle(x: 0, y: 0, width: 8, height: 8)
        #expect(!BackdropBlur().cut(area, scale: 1, look: plain, into: pixels))
    }
}
