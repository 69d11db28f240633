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

    /// Draws the spots of one frame in place of those in `boxes`.
    func renew(
        _ spots: [crasterizer_spot], boxes: inout [crasterizer_box], over backdrop: PixelBuffer,
        into target: crasterizer_target
    ) {
        var target = target
        let drawn = boxes.count
        let room = max(spots.count - drawn, 0)
        boxes.append(contentsOf: repeatElement(crasterizer_box(), count: room))
        let count = boxes.withUnsafeMutableBufferPointer { boxes in
            spots.withUnsafeBufferPointer { spots in
                crasterizer_renew(
                    scratch, &target, backdrop.bytes, spots.baseAddress, Int32(spots.count), boxes.baseAddress,
                    Int32(drawn), path.raw)
            }
        }
        boxes.removeLast(boxes.count - Int(count))
    }
}

/// The part of the picture that never moves: drawn once for a size and a palette.
struct SoftwareBackdrop {
    private struct Key: Hashable {
        var identity: Int
        var width, height: Int
        var fieldX, fieldY: Float
    }

    private var key: Key?
    private(set) var picture: PixelBuffer?

    /// Makes it the frame's.
    /// - Returns: true where it was another one until now.
    mutating func refresh(_ frame: SceneFrame, _ rasterizer: Rasterizer) -> Bool {
        let (width, height) = (frame.size.pixelWidth, frame.size.pixelHeight)
        let next = Key(
            identity: frame.particles.identity, width: width, height: height, fieldX: frame.view.field_x,
            fieldY: frame.view.field_y)
        guard next != key else { return false }
        key = next
        if picture?.width != width || picture?.height != height {
            picture = nil
            picture = PixelBuffer(width: width, height: height)
        } else {
            picture?.clear()
        }
        guard let picture else { return true }
        let all = PixelArea(left: 0, top: 0, right: width, bottom: height)
        rasterizer.draw(
            frame, particles: 0..<frame.particles.backdropCount, arcs: [], into: all.target(picture))
        return true
    }
}
