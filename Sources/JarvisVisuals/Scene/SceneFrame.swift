// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of the face: two small tables and what they have in common. Renderers draw it and decide nothing.

public import CRasterizer

/// One particle on its orbit; the layout of a vertex-buffer instance.
public typealias ParticleRecord = crasterizer_particle

/// One ring, sector or bar; the layout of a vertex-buffer instance.
public typealias ArcRecord = crasterizer_arc

/// The common values of a frame; the layout of the uniform block.
public typealias SceneView = crasterizer_view

/// A constant table of particles; renderers upload it again only when `identity` changes.
public struct ParticleTable: Sendable {
    /// Equal tables have equal identities.
    public var identity: Int
    /// The first `backdropCount` never move: they are the background's radial gradient.
    public var records: [ParticleRecord]
    /// How many records, from the first, are the backdrop.
    public var backdropCount: Int
}

/// Everything that one frame shows.
public struct SceneFrame: Sendable {
    /// The most arcs in a frame.
    public static let arcLimit = 512

    /// Values common to all records.
    public var view: SceneView
    /// The constant orbits.
    public var particles: ParticleTable
    /// How many of the table's records, from the first, are shown.
    public var particleCount: Int
    /// At most `arcLimit` arcs, in drawing order.
    public var arcs: [ArcRecord]
    /// The field that the frame fills.
    public var size: SceneSize
    /// Light that reaches the glass of the window alone, far beyond the visualizer.
    var roomLight: ArcRecord?
}

extension ArcRecord {
    /// A full ring, or a disc when `inner` is 0.
    static func ring(inner: Double, outer: Double, _ light: ArcLight) -> ArcRecord {
        sector(from: 0, to: 1, inner: inner, outer: outer, light)
    }

    /// A ring around a line.
    static func ring(radius: Double, width: Double, _ light: ArcLight) -> ArcRecord {
        ring(inner: max(radius - width / 2, 0), outer: radius + width / 2, light)
    }

    /// A part of a ring of at most half a turn; angles in turns clockwise from the top.
    static func sector(from: Double, to: Double, inner: Double, outer: Double, _ light: ArcLight) -> ArcRecord {
        record(from, to, inner, outer, light, halfWidth: 0)
    }

    /// A straight bar that points outwards.
    static func bar(angle: Double, inner: Double, outer: Double, halfWidth: Double, _ light: ArcLight) -> ArcRecord {
        record(angle, angle, inner, outer, light, halfWidth: halfWidth)
    }

    private static func record(
        _ from: Double, _ to: Double, _ inner: Double, _ outer: Double, _ light: ArcLight, halfWidth: Double
    ) -> ArcRecord {
        ArcRecord(
            angle0: Float(from), angle1: Float(to), r0: Float(inner), r1: Float(outer), red: Float(light.color.red),
            green: Float(light.color.green), blue: Float(light.color.blue), feather: Float(light.feather),
            gain: Float(light.gain), glow: Float(light.glow), half_width: Float(halfWidth), reserved: 0)
    }

    /// This arc without glow, for high contrast: strong bodies, and a light without a body becomes a disc.
    var solid: ArcRecord {
        var arc = self
        if gain == 0, r1 == 0 {
            arc.r1 = feather * 0.45
            arc.gain = min(1, glow * 1.4)
        } else {
            arc.gain = min(1, gain * 3)
        }
        arc.glow = 0
        return arc
    }

    /// False when no renderer would show it.
    var isVisible: Bool { max(gain, glow) >= 1.0 / 255 }
}

/// How an arc shines: a solid body and a soft glow around it.
struct ArcLight {
    var color: SceneColor
    /// Strength of the body, 0…1.
    var gain: Double
    /// Strength of the glow at the body's edge, 0…1.
    var glow = 0.0
    /// Reach of the glow in logical pixels.
    var feather = 1.0
}
