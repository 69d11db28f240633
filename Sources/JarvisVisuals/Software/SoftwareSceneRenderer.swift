// SPDX-License-Identifier: GPL-3.0-or-later
// Draws whole frames on the CPU into one buffer, so copy a picture before drawing the next one. Used from one thread at
// a time.

import CRasterizer

/// Draws whole frames on the CPU, for pictures and for comparison with OpenGL.
public final class SoftwareSceneRenderer {
    /// The processor's instructions to use; all give the same bytes.
    public enum Path: Sendable, CaseIterable {
        case automatic, baseline, avx2

        var raw: crasterizer_path {
            switch self {
            case .automatic: crasterizer_automatic
            case .baseline: crasterizer_baseline
            case .avx2: crasterizer_avx2
            }
        }

        /// True if this processor supports the instructions.
        public var isSupported: Bool { crasterizer_supports(raw) != 0 }
    }

    private let rasterizer: Rasterizer?
    private var buffer: PixelBuffer?
    /// The static part of the picture, drawn once per size and palette, then copied instead of clearing the frame.
    private var backdrop: PixelBuffer?
    private var backdropKey: BackdropKey?

    /// Creates a renderer; allocates no pixels before the first frame.
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
            into: PixelArea.all(buffer).target(buffer, takesLight: frame.ground != nil))
        return SoftwarePicture(buffer: buffer)
    }

    private func resize(width: Int, height: Int) {
        guard buffer?.width != width || buffer?.height != height else { return }
        (buffer, backdrop, backdropKey) = (nil, nil, nil)
        buffer = PixelBuffer(width: width, height: height)
        backdrop = PixelBuffer(width: width, height: height)
    }
}
