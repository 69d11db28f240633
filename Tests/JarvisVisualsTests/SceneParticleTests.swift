// SPDX-License-Identifier: GPL-3.0-or-later
// The particles: how many, how deep, how they glow and orbit; and the gradient behind them, measured on pixels.

import CRasterizer
import Glibc
import Testing

@testable import JarvisVisuals

struct SceneParticleTests {
    @Test(arguments: [(0, 0), (250, 250), (500, 500), (900, 500), (-5, 0)])
    func particleCountFollowsTheSetting(wanted: Int, shown: Int) {
        var settings = SceneSettings()
        #expect(settings.particleCount == 250)
        settings.particleCount = wanted
        var animator = SceneAnimator(settings: settings, size: Face.field)
        let frame = animator.advance(to: 0, phase: .idle)
        #expect(frame.particleCount - frame.particles.backdropCount == shown)
    }

    private var moving: ArraySlice<ParticleRecord> {
        let table = ParticleField.table(count: 250, palette: .dark)
        return table.records.dropFirst(table.backdropCount)
    }

    @Test func particlesLieAtSeveralDepths() {
        let sizes = moving.map(\.half_size)
        #expect((sizes.max() ?? 0) / (sizes.min() ?? 1) > 1.6)
        #expect(Set(sizes.map { Int($0) }).count >= 6)
        // Near ones are brighter.
        let order = moving.filter { $0.half_size < 19 }.sorted { $0.half_size < $1.half_size }
        let far = order.prefix(60).reduce(0) { $0 + $1.gain }
        #expect(order.suffix(60).reduce(0) { $0 + $1.gain } > far * 1.3)
    }

    @Test func orbitsAreSlowAndClosed() {
        #expect(moving.allSatisfy { $0.radius > 0 && $0.radius <= 1 && $0.laps != 0 })
        #expect(moving.allSatisfy { $0.laps == $0.laps.rounded() }, "whole laps join end and start of the period")
        let periods = moving.map { SceneMetrics.orbitPeriod / Double(abs($0.laps)) }
        #expect(periods.allSatisfy { $0 > 13 && $0 < 160 }, "seconds")
        #expect(moving.contains { $0.laps > 0 } && moving.contains { $0.laps < 0 })
    }

    @Test func glowReaches8PixelsBeyondTheBody() {
        let body = Float(SceneMetrics.particleBody)
        let reaches = moving.map { $0.half_size * (1 - body) }
        #expect(reaches.allSatisfy { $0 >= 7.999 })
        #expect((reaches.min() ?? 0) < 8.2, "the far ones have exactly that")
    }

    /// One particle on black: from its body outwards the light falls as a Gaussian whose deviation is somewhat
    /// less than half of 8 px, and ends beyond 8 px.
    @Test func glowIsNearlyGaussian() throws {
        var frame = Face.still(.idle, size: Face.field)
        let half: Float = 32 / 3
        frame.particles = ParticleTable(
            identity: 3,
            records: [
                ParticleRecord(
                    radius: 0, phase: 0, laps: 1, half_size: half, red: 1, green: 1, blue: 1, gain: 1.6,
                    node_cosine: 1, node_sine: 0, inclination_cosine: 1, inclination_sine: 0)
            ], backdropCount: 0)
        frame.particleCount = 1
        frame.arcs = []
        frame.view.tint_amount = 0
        frame.view.particle_gain = 1
        frame.view.particle_size = 1
        let image = try Face.image(frame)
        let peak = 1.6 * 0.4 * 255.0
        for distance in 3...9 {
            let r = Double(distance) + 0.5
            let gaussian = peak * exp(-r * r / (2 * 3.5 * 3.5))
            #expect(abs(Double(image[320 + distance, 320].red) - gaussian) < 0.05 * peak, "\(distance) px")
        }
        #expect(image[328, 320].red >= 1 && image[331, 320].red == 0)
    }

    /// Cyan 0 % in the centre, some around it, black at the edge.
    @Test func backgroundIsARadialGradient() throws {
        var frame = Face.still(.idle, size: Face.field)
        frame.arcs = []
        frame.particleCount = frame.particles.backdropCount
        let image = try Face.image(frame)
        func light(_ radius: Double) -> Double {
            (0..<90).reduce(0) { sum, step in
                let turn = Double(step) / 90
                let pixel = image[
                    Int(320 + radius * Periodic.sine(turn)), Int(320 - radius * Periodic.cosine(turn))]
                return sum + Double(pixel.blue) / 90
            }
        }
        #expect(light(0) <= 1)
        #expect(light(160) > 8 && light(160) < 60)
        #expect(light(80) < light(120) && light(120) < light(155), "rises outwards")
        #expect(light(200) > light(250) && light(250) > light(290), "then falls")
        #expect(light(315) == 0)
    }

    @Test func equalTablesHaveEqualIdentities() {
        let table = ParticleField.table(count: 100, palette: .dark)
        #expect(table.identity == ParticleField.table(count: 100, palette: .dark).identity)
        #expect(table.identity != ParticleField.table(count: 101, palette: .dark).identity)
        #expect(table.identity != ParticleField.table(count: 100, palette: .vivid).identity)
        let warm = ParticleField.table(count: 100, palette: .dark, illumination: ScenePalette.candle)
        #expect(table.identity != warm.identity)
    }
}
