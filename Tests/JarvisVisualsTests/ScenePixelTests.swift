// SPDX-License-Identifier: GPL-3.0-or-later
// Scene metrics measured on rendered pixels, without particles and background.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct ScenePixelTests {
    /// The visualizer alone in a field of 640 px.
    private func picture(_ input: SceneInput) throws -> SceneImage {
        let frame = SceneComposer.frame(input, particles: ParticleTable(identity: 9, records: [], backdropCount: 0))
        return try Face.image(frame)
    }

    /// The strongest channel at a distance from the centre, in a direction given in turns.
    private func light(_ image: SceneImage, _ radius: Double, _ turns: Double) -> Int {
        let x = Int((320 + radius * Periodic.sine(turns)).rounded(.down))
        let y = Int((320 - radius * Periodic.cosine(turns)).rounded(.down))
        let pixel = image[x, y]
        return Int(max(pixel.red, pixel.green, pixel.blue))
    }

    @Test func idleRingIsTwoPixelsWide() throws {
        let image = try picture(Face.input(LookWeights(.idle)))
        // Downwards, between the ticks: 30 % body, its glow and its bloom, two pixels wide.
        let profile = (100..<124).map { Double(light(image, Double($0) + 0.5, 0.25)) }
        let peak = profile.max() ?? 0
        #expect(peak > 0.30 * 235 && peak < 0.47 * 255)
        #expect(profile.count { $0 > peak * 0.6 } == 2)
        #expect(profile.firstIndex(of: peak).map { abs($0 + 100 - 112) <= 1 } == true)
    }

    @Test func idleDiscFadesTowardsItsRim() throws {
        let image = try picture(Face.input(LookWeights(.idle)))
        #expect(light(image, 2, 0.1) > 150)
        #expect(light(image, 22, 0.1) < light(image, 12, 0.1) && light(image, 12, 0.1) < light(image, 6, 0.1))
        // The rim is at a diameter of 120 px.
        let rim = (50..<72).max { light(image, Double($0), 0.1) < light(image, Double($1), 0.1) }
        #expect(rim.map { abs($0 - 60) <= 1 } == true)
    }

    @Test(arguments: [(0.0, 100.0), (1.0, 200.0), (0.5, 150.0)])
    func barsEndAtTheirHeight(height: Double, end: Double) throws {
        var input = Face.input(LookWeights(.speaking), bar: height)
        input.settings.palette = .vivid
        let image = try picture(input)
        for bar in [0, 9, 21, 33, 52] {
            let turns = BarCircle.angle(ofBar: bar)
            let body = (light(image, 90, turns) + light(image, 95, turns)) / 2
            let lit = (400..<1100).map { Double($0) / 5 }.filter { light(image, $0, turns) * 2 > body }
            #expect(abs((lit.first ?? 0) - 80) < 1.5, "bar \(bar)")
            #expect(abs((lit.last ?? 0) - end) < 1.5, "bar \(bar)")
        }
    }

    @Test func idlePulseGrowsTheDrawnRing() throws {
        func ring(_ time: Double) throws -> Int {
            let image = try picture(Face.input(LookWeights(.idle), time: time))
            return try #require((100..<130).max { light(image, Double($0), 0.25) < light(image, Double($1), 0.25) })
        }
        #expect(abs(try ring(1.5) - Int(112 * 1.05)) <= 1)
        #expect(abs(try ring(3) - 112) <= 1)
    }
}
