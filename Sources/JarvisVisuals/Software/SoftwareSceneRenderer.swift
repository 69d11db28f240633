// SPDX-License-Identifier: GPL-3.0-or-later
// Draws frames without a GPU into one buffer, which stays in the processor's cache: a picture has to be copied
// before the next one is drawn. Used from one thread at a time.

import CRasterizer
import Glibc

/// The pixels of one frame: rows of BGRx, 8 bits each (cairo's `CAIRO_FORMAT_RGB24` on little-endian machines).
public struct SoftwarePicture {
    /// Unchanged until the renderer draws the next frame; the memory lives as long as this value or its owner.
    public var pixels: UnsafeMutablePointer<UInt8> { buffer.bytes }
    /// Device pixels.
    public let width: Int
    /// Device pixels.
    public let height: Int
    /// Distance of two rows in bytes; more than four per pixel.
    public let bytesPerRow: Int
    /// What keeps the pixels.
    public var owner: AnyObject { buffer }
    fileprivate let buffer: PixelBuffer
}

/// Memory for one picture, aligned for vectors.
private final class PixelBuffer {
    let bytes: UnsafeMutablePointer<UInt8>

    init?(count: Int) {
        guard let memory = aligned_alloc(64, (count + 63) / 64 * 64) else { return nil }
        bytes = memory.assumingMemoryBound(to: UInt8.self)
    }

    deinit { free(bytes) }
}

/// The software renderer.
public final class SoftwareSceneRenderer {
    /// Which instruction set draws; all give the same bytes.
    public enum Path: Sendable, CaseIterable {
        case automatic, baseline, avx2

        var raw: crasterizer_path {
            switch self {
            case .automatic: crasterizer_automatic
            case .baseline: crasterizer_baseline
            case .avx2: crasterizer_avx2
            }
        }

        /// True when this processor can run it.
        public var isSupported: Bool { crasterizer_supports(raw) != 0 }
    }

    private let path: Path
    private let scratch = crasterizer_create()
    private var buffer: PixelBuffer?
    private var backdrop: PixelBuffer?
    private var backdropKey: BackdropKey?
    private var size = (width: 0, height: 0)
    private var bytesPerRow = 0

    /// A renderer without buffers; the first frame makes them.
    public init(path: Path = .automatic) {
        self.path = path
    }

    deinit { crasterizer_free(scratch) }

    /// Draws the frame. Fields narrower than 16 or wider than 8192 device pixels stay black.
    public func draw(_ frame: SceneFrame) -> SoftwarePicture? {
        resize(width: frame.size.pixelWidth, height: frame.size.pixelHeight)
        guard scratch != nil, let backdrop, let buffer else { return nil }
        refreshBackdrop(frame, backdrop.bytes)
        memcpy(buffer.bytes, backdrop.bytes, bytesPerRow * size.height)
        draw(
            frame, into: buffer.bytes, particles: frame.particles.backdropCount..<frame.particleCount, arcs: frame.arcs)
        return SoftwarePicture(
            width: size.width, height: size.height, bytesPerRow: bytesPerRow, buffer: buffer)
    }

    /// The background changes only with size and palette: drawn once, then copied where a frame would be cleared.
    private func refreshBackdrop(_ frame: SceneFrame, _ backdrop: UnsafeMutablePointer<UInt8>) {
        let key = BackdropKey(
            identity: frame.particles.identity, fieldX: frame.view.field_x, fieldY: frame.view.field_y)
        guard key != backdropKey else { return }
        backdropKey = key
        memset(backdrop, 0, bytesPerRow * size.height)
        draw(frame, into: backdrop, particles: 0..<frame.particles.backdropCount, arcs: [])
    }

    private func draw(
        _ frame: SceneFrame, into pixels: UnsafeMutablePointer<UInt8>, particles: Range<Int>,
        arcs: [ArcRecord]
    ) {
        var target = crasterizer_target(
            pixels: pixels, stride: bytesPerRow, width: Int32(size.width), height: Int32(size.height))
        var view = frame.view
        frame.particles.records.withUnsafeBufferPointer { all in
            let chosen = UnsafeBufferPointer(rebasing: all[particles])
            arcs.withUnsafeBufferPointer { arcs in
                crasterizer_draw(
                    scratch, &target, &view, chosen.baseAddress, Int32(chosen.count), arcs.baseAddress,
                    Int32(arcs.count),
                    path.raw)
            }
        }
    }

    private func resize(width: Int, height: Int) {
        guard width != size.width || height != size.height else { return }
        release()
        guard width > 0, height > 0 else { return }
        bytesPerRow = ((width + Int(crasterizer_row_padding)) * 4 + 63) / 64 * 64
        guard let first = PixelBuffer(count: bytesPerRow * height),
            let second = PixelBuffer(count: bytesPerRow * height)
        else { return }
        size = (width, height)
        (buffer, backdrop) = (first, second)
    }

    private func release() {
        buffer = nil
        backdrop = nil
        backdropKey = nil
        size = (0, 0)
    }

    private struct BackdropKey: Hashable {
        var identity: Int
        var fieldX: Float
        var fieldY: Float
    }
}
