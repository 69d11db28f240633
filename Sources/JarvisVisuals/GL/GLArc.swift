// SPDX-License-Identifier: GPL-3.0-or-later
// The data of one arc for the shader, in device pixels and with its angles resolved: computed once per arc instead of
// once per vertex, with the same arithmetic as the software renderer.

import CRasterizer

/// One instance of the arc shader; its layout is that of a vertex-buffer instance.
struct GLArc {
    /// In order: half the thickness, the middle radius, half the length, and the corner radius, which has been
    /// subtracted from thickness and length.
    var form: SIMD4<Float>
    /// A bar's direction, or the inward normals of a sector's two ends; zero for a ring.
    var axes: SIMD4<Float>
    /// Red, green, blue, and the reciprocal of the glow's reach.
    var light: SIMD4<Float>
    /// Strength of the body and of the glow, their reach, and the record's number.
    var power: SIMD4<Float>
    /// Start and end in turns, and the kind: −1 ring, 0 sector, 1 bar.
    var sweep: SIMD4<Float>

    static let columns: Int32 = 5

    /// - Parameters:
    ///   - number: The record's index in the frame, which the dither depends on.
    ///   - scale: Device pixels per visualizer pixel.
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
            // A full ring has no ends, so every point lies within its sweep.
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

    /// How far beyond its edge an arc still changes a pixel by a sixty-fourth of a level.
    private static func reach(_ arc: ArcRecord, feather: Float) -> Float {
        let peak = 64 * 255 * arc.glow * max(arc.red, arc.green, arc.blue)
        guard peak > 1 else { return 0.5 }
        return max(0.5, feather * (1 - (1 / peak).squareRoot().squareRoot()).squareRoot()) + 0.01
    }

    /// The number of turns by which a strip extends beyond both ends of its sector, to cover their glow at the inner
    /// radius.
    private static func padding(reach: Float, innermost: Float) -> Float {
        let ratio = min((reach + 1) / max(innermost, 1), 0.7)
        // In this range the angle exceeds its sine by at most a ninth.
        return ratio * (1 + 0.24 * ratio * ratio) / (2 * .pi)
    }
}
