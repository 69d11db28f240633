// SPDX-License-Identifier: GPL-3.0-or-later
// The particles' orbits: a constant table for each count and palette.

import CRasterizer

/// Makes particle tables.
enum ParticleField {
    /// The table for these settings: the backdrop, then `count` particles at several depths. A larger table begins
    /// with the particles of a smaller one.
    static func table(
        count: Int, palette seen: ScenePalette, illumination: SceneColor = .white, hasBackdrop: Bool = true
    ) -> ParticleTable {
        let palette = seen.absorbed
        var random = Lehmer(state: 0x9E37_79B9_7F4A_7C15)
        let limited = min(max(count, 0), SceneMetrics.mostRecords)
        var records = hasBackdrop ? backdrop(palette) : []
        let backdropCount = records.count
        records.reserveCapacity(backdropCount + limited)
        for index in 0..<limited { records.append(particle(index, &random, palette)) }
        for index in records.indices {
            records[index].red *= Float(illumination.red)
            records[index].green *= Float(illumination.green)
            records[index].blue *= Float(illumination.blue)
        }
        var hasher = FNV()
        hasher.combine(limited)
        hasher.combine(backdropCount)
        let ground = palette.ground.map { [$0] } ?? []
        for color in [palette.accent, palette.warm, palette.deep, illumination] + ground {
            hasher.combine(Int(color.red * 65535) << 32 | Int(color.green * 65535) << 16 | Int(color.blue * 65535))
        }
        hasher.combine(Int(palette.particleBrightness * 1000))
        return ParticleTable(identity: hasher.value, records: records, backdropCount: backdropCount)
    }

    /// The number of particles for a setting in a field of this size.
    static func count(setting: Int, in size: SceneSize) -> Int {
        let wanted = Double(min(max(setting, 0), SceneMetrics.mostParticles))
        let share = size.width * size.height / SceneMetrics.designField.area * SceneMetrics.orbitShare
        return min(Int((wanted * share).rounded()), SceneMetrics.mostRecords)
    }

    /// A soft light of the nebula; positions and sizes in half axes of the field.
    private struct Cloud {
        var x, y, size, gain: Double
        /// The share of the deep accent in its colour, 0…1.
        var deep: Double
    }

    /// A wide gradient that reaches the corners, a halo round the visualizer, and a band of clouds from lower left to
    /// upper right, so that no two corners look alike.
    private static let clouds: [Cloud] = [
        Cloud(x: 0, y: 0, size: 2.4, gain: 0.062, deep: 0.35),
        Cloud(x: -0.40, y: 0.34, size: 0.94, gain: 0.110, deep: 0.08),
        Cloud(x: 0.44, y: -0.30, size: 1.00, gain: 0.104, deep: 0.85),
        Cloud(x: 0.34, y: 0.50, size: 0.78, gain: 0.062, deep: 0.45),
        Cloud(x: -0.38, y: -0.46, size: 0.82, gain: 0.066, deep: 0.70),
        Cloud(x: -0.94, y: 0.84, size: 0.96, gain: 0.104, deep: 0.62),
        Cloud(x: 1.00, y: -0.74, size: 1.04, gain: 0.112, deep: 0.16),
        Cloud(x: -1.00, y: -0.80, size: 0.70, gain: 0.048, deep: 1),
        Cloud(x: 0.96, y: 0.88, size: 0.66, gain: 0.046, deep: 0.04),
    ]

    private static func backdrop(_ palette: ScenePalette) -> [ParticleRecord] {
        clouds.map { cloud in
            sprite(
                color: palette.accent.mixed(with: palette.deep, cloud.deep), gain: cloud.gain * palette.nebula,
                size: cloud.size,
                x: cloud.x, y: cloud.y)
        }
    }

    private static func sprite(color: SceneColor, gain: Double, size: Double, x: Double, y: Double) -> ParticleRecord {
        let distance = (x * x + y * y).squareRoot()
        return ParticleRecord(
            radius: Float(distance), phase: 0, laps: 0, half_size: Float(size), red: Float(color.red),
            green: Float(color.green), blue: Float(color.blue), gain: Float(gain),
            node_cosine: distance > 0 ? Float(x / distance) : 1, node_sine: distance > 0 ? Float(y / distance) : 0,
            inclination_cosine: 1, inclination_sine: 0)
    }

    private static func particle(_ index: Int, _ random: inout Lehmer, _ palette: ScenePalette) -> ParticleRecord {
        // Depth from 0 (far) to 1 (near): near particles are larger, brighter, faster and rarer.
        let roll = random.unit()
        let depth = roll * roll * (0.35 + 0.65 * roll)
        // A low-discrepancy sequence for radius and phase: no holes or clusters, equally dense everywhere.
        let radius = SceneMetrics.corner * (0.01 + 0.99 * spread(index, 0.8191725133961645)).squareRoot()
        // Particles cover the same distance per second at every radius: 5 to 25 pixels.
        let laps = max(1, (1.1 + 4 * depth + random.unit()) / max(radius, 0.2))
        let direction = random.unit() < 0.8 ? 1.0 : -1
        let node = spread(index, 0.5497004779019703)
        let inclination = 0.17 * random.unit()
        let twinkle = 0.55 + 0.45 * random.unit()
        let pick = random.unit()
        let bright =
            palette.ground == nil
            ? SceneColor.white.mixed(with: palette.accent, 0.3) : palette.lit(palette.accent, 0.7)
        let color =
            pick < 0.62
            ? palette.lit(palette.accent, 0.10 + 0.25 * random.unit())
            : pick < 0.84
                ? palette.accent.mixed(with: palette.deep, 0.5 + 0.5 * random.unit())
                : pick < 0.94 ? bright : palette.warm
        let vignette = 1 - 0.55 * Easing.step(0.7, SceneMetrics.corner, radius)
        let gain = (0.26 + 0.86 * depth) * twinkle * vignette * palette.particleBrightness
        // Some near particles are out of focus: large, faint discs.
        let isNear = depth > 0.6 && random.unit() < 0.4
        let focused = SceneMetrics.particleGlow / (1 - SceneMetrics.particleBody) * (1 + 0.7 * depth)
        let size = isNear ? 22 + 26 * random.unit() : focused
        return ParticleRecord(
            radius: Float(radius), phase: Float(spread(index, 0.6710436067037893)),
            laps: Float((laps * direction).rounded()),
            half_size: Float(size), red: Float(color.red), green: Float(color.green),
            blue: Float(color.blue), gain: Float(isNear ? gain * 0.30 : gain),
            node_cosine: Float(Periodic.cosine(node)),
            node_sine: Float(Periodic.sine(node)), inclination_cosine: Float(Periodic.cosine(inclination)),
            inclination_sine: Float(Periodic.sine(inclination)))
    }

    /// The fractional part of `index` × `step`, 0 ≤ value < 1: a low-discrepancy sequence.
    private static func spread(_ index: Int, _ step: Double) -> Double {
        let value = (Double(index) + 0.5) * step
        return value - value.rounded(.down)
    }
}

/// A random-number generator whose sequence depends only on the seed, so that the field is always the same.
private struct Lehmer {
    var state: UInt64

    /// The next random number, 0 ≤ value < 1.
    mutating func unit() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / 16_777_216
    }
}

/// The FNV-1a hash, which, unlike Swift's `Hasher`, is the same in every process.
private struct FNV {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var value: Int { Int(truncatingIfNeeded: state) }

    mutating func combine(_ value: Int) {
        var rest = UInt64(bitPattern: Int64(value))
        for _ in 0..<8 {
            state = (state ^ (rest & 0xFF)) &* 0x100_0000_01B3
            rest >>= 8
        }
    }
}
