// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the visualizer tests: short names for frames, the repository's shaders, and picture comparison.

import CRasterizer
import JarvisPlatform

@testable import JarvisVisuals

enum Face {
    static let field = SceneSize(width: 640, height: 640)
    static let small = SceneSize(width: 320, height: 320)

    /// The repository's own shader files.
    static func shaders() throws -> ShaderSource {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return try ShaderSource(locator: ResourceLocator(roots: ["/" + parts.joined(separator: "/")]))
    }

    static func input(_ weights: LookWeights, time: Double = 0, level: Double = 0, bar: Double = 0) -> SceneInput {
        SceneInput(
            weights: weights, time: time, orbitTurn: 0, level: level, orbScale: 1,
            bars: [Double](repeating: bar, count: SceneMetrics.barCount), error: nil, settings: SceneSettings(),
            size: field)
    }

    static func arcs(_ phase: ScenePhase, time: Double = 0, level: Double = 0, bar: Double = 0) -> [ArcRecord] {
        arcs(input(LookWeights(phase), time: time, level: level, bar: bar))
    }

    static func arcs(_ input: SceneInput) -> [ArcRecord] {
        SceneComposer.frame(input, particles: ParticleField.table(count: 0, palette: .dark)).arcs
    }

    static func still(
        _ phase: ScenePhase, from previous: ScenePhase? = nil, time: Double = 1, level: Double = 0.5,
        size: SceneSize = small, settings: SceneSettings = SceneSettings()
    ) -> SceneFrame {
        SceneStill(
            phase: phase, previous: previous, time: time, level: level, spectrum: spectrum, settings: settings,
            size: size
        ).frame()
    }

    /// A sample spectrum with hills.
    static let spectrum: [Float] = (0..<64).map { Float(0.5 + 0.5 * Periodic.sine(Double($0) / 21)) }

    static func image(_ frame: SceneFrame) throws -> SceneImage {
        try OffscreenRenderer(kind: .software).image(frame)
    }
}

extension SceneImage {
    /// Largest and mean difference of a channel, 0…255.
    func difference(from other: SceneImage) -> (largest: Int, mean: Double) {
        var largest = 0
        var sum = 0
        rgba.withUnsafeBufferPointer { a in
            other.rgba.withUnsafeBufferPointer { b in
                var index = 0
                while index < min(a.count, b.count) {
                    let step = abs(Int(a[index]) - Int(b[index]))
                    if step > largest { largest = step }
                    sum += step
                    index += 1
                }
            }
        }
        return (largest, Double(sum) / Double(rgba.count * 3 / 4))
    }

    /// Mean of all channels, 0…255.
    var brightness: Double {
        var sum = 0
        for (index, value) in rgba.enumerated() where index % 4 != 3 { sum += Int(value) }
        return Double(sum) / Double(rgba.count * 3 / 4)
    }

    /// FNV-1a of all bytes.
    var fingerprint: UInt64 {
        rgba.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension ArcRecord {
    var isBar: Bool { half_width > 0 }
    var isRing: Bool { !isBar && angle1 - angle0 >= 1 }
    var isSector: Bool { !isBar && !isRing }
    var middle: Double { Double(r0 + r1) / 2 }
    var thickness: Double { Double(r1 - r0) }
}
