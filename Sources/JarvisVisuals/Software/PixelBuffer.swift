// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for a picture drawn on the CPU, and drawing of a frame's tables into a part of it.

import CRasterizer
import Glibc

/// The pixels of one picture: rows of BGRx, 8 bits each (cairo's `CAIRO_FORMAT_RGB24` on little-endian machines).
public struct SoftwarePicture {
    /// The first pixel. Unchanged until the renderer draws again; valid as long as this value or `owner` exists.
    public var pixels: UnsafeMutablePointer<UInt8> { buffer.bytes }
    /// The width in device pixels.
    public var width: Int { buffer.width }
    /// The height in device pixels.
    public var height: Int { buffer.height }
    /// The bytes from one row to the next; may be more than four per pixel.
    public var bytesPerRow: Int { buffer.bytesPerRow }
    /// Keeps the pixels alive.
    public var owner: AnyObject { buffer }
    let buffer: PixelBuffer
}

/// Memory for one picture, aligned for SIMD.
final class PixelBuffer {
    let bytes: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int
    let bytesPerRow: Int

    /// Creates a black picture; nil if memory runs out.
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

    /// Fills the picture with a colour; nil for black.
    func fill(_ color: SceneColor?) {
        guard let color else { return clear() }
        let pixel = SceneColor.bytes(color)
        for row in 0..<height {
            let start = bytes + row * bytesPerRow
            for x in 0..<width + Int(crasterizer_row_padding) {
                let at = start + 4 * x
                (at[0], at[1], at[2], at[3]) = (pixel.blue, pixel.green, pixel.red, 0)
            }
        }
    }

    /// Copies all pixels from a buffer of the same size.
    func copy(_ other: PixelBuffer) { memcpy(bytes, other.bytes, bytesPerRow * height) }
}

/// A part of a picture, in device pixels.
struct PixelArea: Hashable {
    var left, top, right, bottom: Int

    /// The area of the entire picture.
    static func all(_ buffer: PixelBuffer) -> PixelArea {
        PixelArea(left: 0, top: 0, right: buffer.width, bottom: buffer.height)
    }

    var width: Int { right - left }
    var height: Int { bottom - top }

    /// The drawing target for a buffer that holds only this area.
    func target(_ buffer: PixelBuffer, takesLight: Bool) -> crasterizer_target {
        crasterizer_target(
            pixels: buffer.bytes - (top * buffer.bytesPerRow + left * 4), stride: buffer.bytesPerRow,
            left: Int32(left), top: Int32(top), right: Int32(right), bottom: Int32(bottom),
            takes_light: takesLight ? 1 : 0)
    }

    /// The drawing target for this part of a buffer that holds the entire picture.
    func part(of buffer: PixelBuffer, takesLight: Bool) -> crasterizer_target {
        crasterizer_target(
            pixels: buffer.bytes, stride: buffer.bytesPerRow, left: Int32(left), top: Int32(top),
            right: Int32(right), bottom: Int32(bottom), takes_light: takesLight ? 1 : 0)
    }
}

/// The rasterizer's working memory and instruction set.
final class Rasterizer {
    private let scratch: OpaquePointer
    private let path: SoftwareSceneRenderer.Path

    init?(path: SoftwareSceneRenderer.Path) {
        guard let scratch = crasterizer_create() else { return nil }
        self.scratch = scratch
        self.path = path
    }

    deinit { crasterizer_free(scratch) }

    /// Draws these particles and arcs of the frame on top of the target's content.
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

    /// Draws the static part of the picture on its ground.
    func drawBackdrop(_ frame: SceneFrame, into buffer: PixelBuffer) {
        buffer.fill(frame.ground)
        draw(
            frame, particles: 0..<frame.particles.backdropCount, arcs: [],
            into: PixelArea.all(buffer).target(buffer, takesLight: frame.ground != nil))
    }

    /// Draws the spots of one frame, after removing those that `drawn` remembers.
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

/// Where sprites were drawn, and the pixels underneath, to remove the sprites later.
struct DrawnSpots {
    fileprivate var count = 0
    fileprivate var boxes: [crasterizer_box] = []
    fileprivate var under: [UInt32] = []

    /// Makes room for this many more sprites with this many pixels in total.
    fileprivate mutating func makeRoom(_ count: Int, pixels: Int) {
        boxes.append(contentsOf: repeatElement(crasterizer_box(), count: max(count - boxes.count, 0)))
        // Add some reserve, so that the memory rarely has to grow.
        if pixels > under.count {
            under.append(contentsOf: repeatElement(0, count: pixels + pixels / 8 - under.count))
        }
    }

    /// Forgets the sprites, because they are not on the new picture.
    mutating func forget() { count = 0 }
}

/// The values that the static part of the picture depends on.
struct BackdropKey: Hashable {
    private var identity: Int
    private var width, height: Int
    private var fieldX, fieldY: Float
    private var ground: SceneColor?

    init(_ frame: SceneFrame) {
        ground = frame.ground
        (width, height) = (frame.size.pixelWidth, frame.size.pixelHeight)
        identity = frame.particles.identity
        (fieldX, fieldY) = (frame.view.field_x, frame.view.field_y)
    }
}
