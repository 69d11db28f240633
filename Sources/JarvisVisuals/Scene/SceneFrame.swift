// SPDX-License-Identifier: GPL-3.0-or-later
// The content of one frame: tables of particles and arcs, and the values common to all of them. Renderers only draw it;
// they decide nothing.

public import CRasterizer

/// One particle on its orbit; its layout is that of a vertex-buffer instance.
public typealias ParticleRecord = crasterizer_particle

/// One ring, sector or bar; its layout is that of a vertex-buffer instance.
public typealias ArcRecord = crasterizer_arc

/// The common values of a frame; its layout is that of the uniform block.
public typealias SceneView = crasterizer_view

/// A constant table of particles; renderers upload it only when `identity` changes.
public struct ParticleTable: Sendable {
    /// Equal tables have equal identities.
    public var identity: Int
    /// The first `backdropCount` never move: they form the background's radial gradient.
    public var records: [ParticleRecord]
    /// The number of backdrop records, at the start of the table.
    public var backdropCount: Int
}

/// The content of one frame.
public struct SceneFrame: Sendable {
    /// The most arcs in a frame.
    public static let arcLimit = 512

    /// The values that all records share, such as size and scale.
    public var view: SceneView
    /// The table of particles.
    public var particles: ParticleTable
    /// The number of the table's records to show, from the start.
    public var particleCount: Int
    /// The arcs in drawing order, at most `arcLimit`.
    public var arcs: [ArcRecord]
    /// The size of the field.
    public var size: SceneSize
    /// The light ground that the records take light away from, as ink does from paper; nil if they add light to black.
    public var ground: SceneColor?
    /// Light that only the window's glass shows, since it reaches far beyond the visualizer; nil for none.
    var roomLight: ArcRecord?
}

extension ArcRecord {
    /// A full ring, or a disc if `inner` is 0.
    static func ring(inner: Double, outer: Double, _ light: ArcLight) -> ArcRecord {
        sector(from: 0, to: 1, inner: inner, outer: outer, light)
    }

    /// A ring around a circular line, half its width on either side.
    static func ring(radius: Double, width: Double, _ light: ArcLight) -> ArcRecord {
        ring(inner: max(radius - width / 2, 0), outer: radius + width / 2, light)
    }

    /// A part of a ring, of at most half a turn; angles in turns clockwise from the top.
    static func sector(from: Double, to: Double, inner: Double, outer: Double, _ light: ArcLight) -> ArcRecord {
        record(from, to, inner, outer, light, halfWidth: 0)
    }

    /// A straight bar pointing outwards.
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

    /// This arc without glow, for high contrast: bodies become stronger, and a pure glow becomes a disc.
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

    /// False if the arc is too faint for any renderer to show.
    var isVisible: Bool { max(gain, glow) >= 1.0 / 255 }
}

/// The light of an arc: a solid body and a soft glow around it.
struct ArcLight {
    var color: SceneColor
    /// The strength of the body, 0…1.
    var gain: Double
    /// The strength of the glow at the body's edge, 0…1.
    var glow = 0.0
    /// The reach of the glow in logical pixels.
    var feather = 1.0
}
