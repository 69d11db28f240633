// SPDX-License-Identifier: GPL-3.0-or-later
// Particles: number, depth, glow and orbits, and the gradient behind them, measured on pixels.

import CRasterizer
import Glibc
import Testing

@testable import JarvisVisuals

struct SceneParticleTests {
    /// The setting is the number in a window of the design's size; other windows have the same density.
    @Test(arguments: [(0, 0), (250, 250), (500, 500), (900, 500), (-5, 0)])
    func particleCountFollowsTheSettingAndTheArea(wanted: Int, shown: Int) {
        #expect(SceneSettings().particleCount == 250)
        for (width, height) in [(1000.0, 700.0), (480, 640), (1920, 1080), (700, 1800), (3840, 2160)] {
            let size = SceneSize(width: width, height: height)
            var settings = SceneSettings()
            settings.particleCount = wanted
            let frame = Face.still(.idle, size: size, settings: settings)
            let inside = Self.spots(frame).count {
                $0.x >= 0 && $0.y >= 0 && $0.x < Float(width) && $0.y < Float(height)
            }
            let expected = Double(shown) * width * height / 700_000
            #expect(abs(Double(inside) - expected) <= 0.1 * expected + 6, "\(inside) in \(width) × \(height)")
        }
    }

    /// Every part of the window has its share, including the corners.
    @Test(arguments: [(1000.0, 700.0), (480, 640), (1920, 1080), (3840, 2160)])
    func particlesCoverTheWholeWindow(width: Double, height: Double) {
        let spots = Self.spots(Face.still(.idle, size: SceneSize(width: width, height: height)))
        let expected = 250 * width * height / 700_000 / 9
        for column in 0..<3 {
            for row in 0..<3 {
                let count = spots.count {
                    Int((Double($0.x) / width * 3).rounded(.down)) == column
                        && Int((Double($0.y) / height * 3).rounded(.down)) == row
                }
                #expect(Double(count) > expected * 0.6 - 2, "\(count) of \(expected) in \(column), \(row)")
            }
        }
    }

    /// Positions of a frame's particles.
    private static func spots(_ frame: SceneFrame) -> [crasterizer_spot] {
        var view = frame.view
        let moving = Array(frame.particles.records[frame.particles.backdropCount..<frame.particleCount])
        var spots = [crasterizer_spot](repeating: crasterizer_spot(), count: moving.count)
        crasterizer_place(&view, moving, Int32(moving.count), &spots)
        return spots
    }

    @Test func nearParticlesMoveAsideForThePointer() {
        func spots(_ x: Double, reduces: Bool = false) -> [crasterizer_spot] {
            var settings = SceneSettings()
            settings.reducesMotion = reduces
            var animator = SceneAnimator(settings: settings, size: SceneSize(width: 1000, height: 700))
            animator.pointer = (x, 0)
            var frame = animator.advance(to: 0, phase: .idle)
            for tick in 1...300 { frame = animator.advance(to: Double(tick) / 60, phase: .idle) }
            return Self.spots(frame)
        }
        let moves = zip(spots(1), spots(0)).map { ($0.x - $1.x, $1.half_x) }
        let near = moves.filter { $0.1 > 25 }.map(\.0)
        let far = moves.filter { $0.1 < 9 }.map(\.0)
        #expect(!near.isEmpty && near.allSatisfy { $0 < -8 && $0 > -60 })
        #expect(!far.isEmpty && far.allSatisfy { $0 < 0 && $0 > -8 })
        #expect(zip(spots(1, reduces: true), spots(0, reduces: true)).allSatisfy { $0.x == $1.x })
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
        #expect(moving.allSatisfy { $0.radius > 0 && $0.radius <= Float(SceneMetrics.corner) && $0.laps != 0 })
        #expect(moving.allSatisfy { $0.laps == $0.laps.rounded() }, "whole laps join end and start of the period")
        let periods = moving.map { SceneMetrics.orbitPeriod / Double(abs($0.laps)) }
        #expect(periods.allSatisfy { $0 > 13 && $0 <= 600 }, "seconds")
        let speeds = moving.map {
            2 * Double.pi * Double($0.radius) * SceneMetrics.designField.reach * Double(abs($0.laps))
                / SceneMetrics.orbitPeriod
        }
        #expect(speeds.allSatisfy { $0 < 35 }, "pixels per second")
        #expect((speeds.max() ?? 0) > 18)
        #expect(moving.contains { $0.laps > 0 } && moving.contains { $0.laps < 0 })
    }

    @Test func glowReaches8PixelsBeyondTheBody() {
        let body = Float(SceneMetrics.particleBody)
        let reaches = moving.map { $0.half_size * (1 - body) }
        #expect(reaches.allSatisfy { $0 >= 7.999 })
        #expect((reaches.min() ?? 0) < 8.2, "the far ones have exactly that")
    }

    /// One particle on black: the light falls off from its body as a Gaussian with a deviation of slightly less than 4
    /// px, and ends beyond 8 px.
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

    /// Light reaches from the middle into the corners, fading towards them, in windows of any shape.
    @Test(arguments: [(640.0, 640.0), (1000, 700), (480, 640), (1920, 1080)])
    func backgroundReachesIntoTheCorners(width: Double, height: Double) throws {
        var frame = Face.still(.idle, size: SceneSize(width: width, height: height))
        frame.arcs = []
        frame.particleCount = frame.particles.backdropCount
        let image = try Face.image(frame)
        func light(_ column: Int, _ row: Int) -> Double {
            var sum = 0.0
            let (cell, line) = (image.width / 8, image.height / 8)
            for y in row * line..<(row + 1) * line {
                for x in column * cell..<(column + 1) * cell { sum += Double(image[x, y].blue) }
            }
            return sum / Double(cell * line)
        }
        let corners = [light(0, 0), light(7, 0), light(0, 7), light(7, 7)]
        #expect(corners.allSatisfy { $0 > 1.5 }, "\(corners)")
        let middle = (light(3, 3) + light(4, 4)) / 2
        #expect(middle > 12 && middle < 60, "\(middle)")
        #expect(corners.reduce(0, +) / 4 < 0.8 * middle, "a vignette")
        #expect((0..<8).allSatisfy { row in (0..<8).allSatisfy { light($0, row) < 60 } }, "texts stand on it")
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
