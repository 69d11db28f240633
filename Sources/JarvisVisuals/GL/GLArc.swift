// SPDX-License-Identifier: GPL-3.0-or-later
// What the arc shader needs of each record, in device pixels and with its angles resolved: worked out once per record
// instead of once per vertex, by the same arithmetic as in the software renderer.

import CRasterizer

/// One instance of the arc shader; the layout of a vertex-buffer instance.
struct GLArc {
    /// Half thickness, middle radius, half length; last the corners' radius, which is taken off thickness and length.
    var form: SIMD4<Float>
    /// A bar's direction, or the inward normals of a sector's two ends; zero for a ring.
    var axes: SIMD4<Float>
    /// Red, green and blue, 1 / reach of the glow.
    var light: SIMD4<Float>
    /// Strength of the body, of the glow; how far they shine; the record's number.
    var power: SIMD4<Float>
    /// From and to in turns; the kind: −1 ring, 0 sector, 1 bar.
    var sweep: SIMD4<Float>

    static let columns: Int32 = 5

    /// - Parameters:
    ///   - number: the record's place in the frame; the dither depends on it.
    ///   - scale: device pixels per pixel of the visualizer.
    init(_ arc: ArcRecord, number: Int, scale: Float) {
        let feather = max(arc.feather * scale, 1)
        let middle = (arc.r0 + arc.r1) * 0.5 * scale
        let half = (arc.r1 - arc.r0) * 0.5 * scale
        let reach = Self.reach(arc, feather: feather)
        light = SIMD4(arc.red, arc.green, arc.blue, 1 / feather)
        power = SIMD4(arc.gain, arc.glow, reach, Float(number))
        let from = Double(arc.angle0)
        let to = Double(arc.angle1)
        if arc.half_width > 0 {
            let width = arc.half_width * scale
            let corner = min(width, half)
            form = SIMD4(width - corner, middle, half - corner, corner)
            axes = SIMD4(Float(Periodic.sine(from)), Float(-Periodic.cosine(from)), 0, 0)
            sweep = SIMD4(0, 0, 1, 0)
            return
        }
        let corner = min(half, 1.5)
        guard arc.angle1 - arc.angle0 < 0.9999 else {
            // Without ends: nothing is ever beyond them.
            form = SIMD4(half - corner, middle, Self.endless, corner)
            axes = .zero
            sweep = SIMD4(arc.angle0, arc.angle0 + 1, -1, 0)
            return
        }
        form = SIMD4(half - corner, middle, -corner, corner)
        axes = SIMD4(
            Float(Periodic.cosine(from)), Float(Periodic.sine(from)), Float(-Periodic.cosine(to)),
            Float(-Periodic.sine(to)))
        let padding = Self.padding(reach: reach, innermost: middle - half - reach)
        sweep = SIMD4(arc.angle0 - padding, arc.angle1 + padding, 0, 0)
    }

    private static let endless: Float = 100_000

    /// How far beyond its edge an arc changes a pixel by a sixty-fourth of a level.
    private static func reach(_ arc: ArcRecord, feather: Float) -> Float {
        let peak = 64 * 255 * arc.glow * max(arc.red, arc.green, arc.blue)
        guard peak > 1 else { return 0.5 }
        return max(0.5, feather * (1 - (1 / peak).squareRoot().squareRoot()).squareRoot()) + 0.01
    }

    /// Turns by which a strip goes beyond both ends of its sector, so that it covers their glow at the inner radius.
    private static func padding(reach: Float, innermost: Float) -> Float {
        let ratio = min((reach + 1) / max(innermost, 1), 0.7)
        // The chord's angle is at most a ninth longer than its sine.
        return ratio * (1 + 0.24 * ratio * ratio) / (2 * .pi)
    }
}
