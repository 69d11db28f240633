// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of a picture drawn without a graphics processor, and the drawing of a frame's tables into a part of it.

import CRasterizer
import Glibc

/// The pixels of one picture: rows of BGRx, 8 bits each (cairo's `CAIRO_FORMAT_RGB24` on little-endian machines).
public struct SoftwarePicture {
    /// Unchanged until the renderer draws the next time; the memory lives as long as this value or its owner.
    public var pixels: UnsafeMutablePointer<UInt8> { buffer.bytes }
    /// Device pixels.
    public var width: Int { buffer.width }
    /// Device pixels.
    public var height: Int { buffer.height }
    /// Distance of two rows in bytes; more than four per pixel.
    public var bytesPerRow: Int { buffer.bytesPerRow }
    /// What keeps the pixels.
    public var owner: AnyObject { buffer }
    let buffer: PixelBuffer
}

/// Memory for one picture, aligned for vectors.
final class PixelBuffer {
    let bytes: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int
    let bytesPerRow: Int

    /// Black pixels; nil where there is no memory for them.
    init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        bytesPerRow = ((width + Int(crasterizer_row_padding)) * 4 + 63) / 64 * 64
        guard let memory = aligned_alloc(64, bytesPerRow * height) else { return nil }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
        (self.width, self.height) = (width, height)
        clear()
    }

    deinit { free(bytes) }

    func clear() { memset(bytes, 0, bytesPerRow * height) }

    /// Takes over all pixels of another of the same size.
    func copy(_ other: PixelBuffer) { memcpy(bytes, other.bytes, bytesPerRow * height) }
}

/// A part of a picture, in device pixels.
struct PixelArea: Hashable {
    var left, top, right, bottom: Int

    /// The whole of a picture.
    static func all(_ buffer: PixelBuffer) -> PixelArea {
        PixelArea(left: 0, top: 0, right: buffer.width, bottom: buffer.height)
    }

    var width: Int { right - left }
    var height: Int { bottom - top }

    /// What is drawn into `buffer`, which holds this area alone.
    func target(_ buffer: PixelBuffer) -> crasterizer_target {
        crasterizer_target(
            pixels: buffer.bytes - (top * buffer.bytesPerRow + left * 4), stride: buffer.bytesPerRow,
            left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom))
    }

    /// What is drawn into this part of `buffer`, which holds the whole picture.
    func part(of buffer: PixelBuffer) -> crasterizer_target {
        crasterizer_target(
            pixels: buffer.bytes, stride: buffer.bytesPerRow, left: Int32(left), top: Int32(top),
            right: Int32(right), bottom: Int32(bottom))
    }
}

/// The rasteriser's working memory and the way it draws.
final class Rasterizer {
    private let scratch: OpaquePointer
    private let path: SoftwareSceneRenderer.Path

    init?(path: SoftwareSceneRenderer.Path) {
        guard let scratch = crasterizer_create() else { return nil }
        self.scratch = scratch
        self.path = path
    }

    deinit { crasterizer_free(scratch) }

    /// Adds these particles of the frame and its arcs to what the target holds.
    func draw(_ frame: SceneFrame, particles: Range<Int>, arcs: [ArcRecord], into target: crasterizer_target) {
        var target = target
        var view = frame.view
        frame.particles.records.withUnsafeBufferPointer { all in
            let chosen = UnsafeBufferPointer(rebasing: all[particles])
            arcs.withUnsafeBufferPointer { arcs in
                crasterizer_draw(
                    scratch, &target, &view, chosen.baseAddress, Int32(chosen.count), arcs.baseAddress,
                    Int32(arcs.count), path.raw)
            }
        }
    }

    /// Draws the part of the picture that never moves, on black.
    func drawBackdrop(_ frame: SceneFrame, into buffer: PixelBuffer) {
        buffer.clear()
        draw(
            frame, particles: 0..<frame.particles.backdropCount, arcs: [], into: PixelArea.all(buffer).target(buffer))
    }

    /// Draws the spots of one frame in place of those that `drawn` remembers.
    func renew(_ spots: [crasterizer_spot], over drawn: inout DrawnSpots, into target: crasterizer_target) {
        var target = target
        let count = spots.withUnsafeBufferPointer { spots in
            drawn.makeRoom(spots.count, pixels: crasterizer_reach(&target, spots.baseAddress, Int32(spots.count)))
            return drawn.boxes.withUnsafeMutableBufferPointer { boxes in
                drawn.under.withUnsafeMutableBufferPointer { under in
                    crasterizer_renew(
                        scratch, &target, spots.baseAddress, Int32(spots.count), boxes.baseAddress,
                        Int32(drawn.count), under.baseAddress, path.raw)
                }
            }
        }
        drawn.count = Int(count)
    }
}

/// Where sprites have been drawn, and what was there before.
struct DrawnSpots {
    fileprivate var count = 0
    fileprivate var boxes: [crasterizer_box] = []
    fileprivate var under: [UInt32] = []

    /// Room for this many sprites with this many pixels together, besides what is remembered.
    fileprivate mutating func makeRoom(_ count: Int, pixels: Int) {
        boxes.append(contentsOf: repeatElement(crasterizer_box(), count: max(count - boxes.count, 0)))
        // Some more, so that it seldom grows.
        if pixels > under.count {
            under.append(contentsOf: repeatElement(0, count: pixels + pixels / 8 - under.count))
        }
    }

    /// Forgets everything: the picture is a new one.
    mutating func forget() { count = 0 }
}

/// What the part of the picture that never moves depends on.
struct BackdropKey: Hashable {
    private var identity: Int
    private var width, height: Int
    private var fieldX, fieldY: Float

    init(_ frame: SceneFrame) {
        (width, height) = (frame.size.pixelWidth, frame.size.pixelHeight)
        identity = frame.particles.identity
        (fieldX, fieldY) = (frame.view.field_x, frame.view.field_y)
    }
}
