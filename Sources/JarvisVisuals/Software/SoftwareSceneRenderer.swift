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
    private var backdrop = SoftwareBackdrop()

    /// A renderer without buffers; the first frame makes them.
    public init(path: Path = .automatic) {
        rasterizer = Rasterizer(path: path)
    }

    /// Draws the frame. Fields narrower than 16 or wider than 8192 device pixels stay black.
    public func draw(_ frame: SceneFrame) -> SoftwarePicture? {
        let (width, height) = (frame.size.pixelWidth, frame.size.pixelHeight)
        guard let rasterizer else { return nil }
        if buffer?.width != width || buffer?.height != height {
            buffer = nil
            buffer = PixelBuffer(width: width, height: height)
        }
        _ = backdrop.refresh(frame, rasterizer)
        guard let buffer, let backdrop = backdrop.picture else { return nil }
        buffer.copy(backdrop)
        let all = PixelArea(left: 0, top: 0, right: width, bottom: height)
        rasterizer.draw(
            frame, particles: frame.particles.backdropCount..<frame.particleCount, arcs: frame.arcs,
            into: all.target(buffer))
        return SoftwarePicture(buffer: buffer)
    }
}
