// SPDX-License-Identifier: GPL-3.0-or-later
// Draws whole frames without a graphics processor into one buffer: a picture has to be copied before the next one is
// drawn. Used from one thread at a time.

import CRasterizer

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

    private let rasterizer: Rasterizer?
    private var buffer: PixelBuffer?
    /// The part that never moves: drawn once for a size and a palette, then copied where a frame would be cleared.
    private var backdrop: PixelBuffer?
    private var backdropKey: BackdropKey?

    /// A renderer without buffers; the first frame makes them.
    public init(path: Path = .automatic) {
        rasterizer = Rasterizer(path: path)
    }

    /// Draws the frame. Fields narrower than 16 or wider than 8192 device pixels stay black.
    public func draw(_ frame: SceneFrame) -> SoftwarePicture? {
        guard let rasterizer else { return nil }
        resize(width: frame.size.pixelWidth, height: frame.size.pixelHeight)
        guard let buffer, let backdrop else { return nil }
        let key = BackdropKey(frame)
        if key != backdropKey { rasterizer.drawBackdrop(frame, into: backdrop) }
        backdropKey = key
        buffer.copy(backdrop)
        rasterizer.draw(
            frame, particles: frame.particles.backdropCount..<frame.particleCount, arcs: frame.arcs,
            into: PixelArea.all(buffer).target(buffer))
        return SoftwarePicture(buffer: buffer)
    }

    private func resize(width: Int, height: Int) {
        guard buffer?.width != width || buffer?.height != height else { return }
        (buffer, backdrop, backdropKey) = (nil, nil, nil)
        buffer = PixelBuffer(width: width, height: height)
        backdrop = PixelBuffer(width: width, height: height)
    }
}
