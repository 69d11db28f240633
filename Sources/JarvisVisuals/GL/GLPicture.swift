// SPDX-License-Identifier: GPL-3.0-or-later
// Draws with OpenGL off-screen and reads the picture back into memory, for windows that OpenGL can't draw directly.
// GTK's own way converts every pixel, flips the picture and allocates memory for each frame.

import CEpoxy

/// A picture drawn by OpenGL and read back, as rows of BGRx from the top. It belongs to the context that was current
/// when it was made.
public final class GLPicture {
    /// The width in device pixels.
    public let width: Int
    public let height: Int
    /// The pixels of the last picture drawn; valid as long as `memory` exists.
    public var pixels: UnsafeMutablePointer<UInt8> { memory.pixels }
    /// Owns the pixels, which may exist longer than the context.
    public let memory: PixelMemory
    /// Bytes from one row to the next.
    public var bytesPerRow: Int { 4 * width }

    private let received: PixelMemory
    private let buffer: UInt32
    private let texture: UInt32

    /// Creates a picture; nil if the current context doesn't support it, or if memory runs out.
    public init?(width: Int, height: Int) {
        guard width > 0, height > 0, cepoxy_is_embedded() == 0 else { return nil }
        let target = cepoxy_canvas()
        defer { cepoxy_use_canvas(target) }
        var buffer: UInt32 = 0
        var texture: UInt32 = 0
        guard cepoxy_make_canvas(Int32(width), Int32(height), &buffer, &texture) != 0 else {
            cepoxy_delete_canvas(buffer, texture)
            return nil
        }
        self.width = width
        self.height = height
        self.buffer = buffer
        self.texture = texture
        memory = PixelMemory(byteCount: 4 * width * height)
        received = PixelMemory(byteCount: 4 * width * height)
    }

    /// Draws into the picture and reads it back. Leaves the frame buffer binding unchanged.
    public func draw(_ body: () throws(GLRendererError) -> Void) throws(GLRendererError) {
        let target = cepoxy_canvas()
        cepoxy_use_canvas(buffer)
        defer { cepoxy_use_canvas(target) }
        try body()
        cepoxy_read_reversed(Int32(width), Int32(height), received.pixels)
        for row in 0..<height {
            (pixels + row * bytesPerRow).update(
                from: received.pixels + (height - 1 - row) * bytesPerRow, count: bytesPerRow)
        }
    }

    /// Frees the context's resources; the context must be current.
    public func destroy() { cepoxy_delete_canvas(buffer, texture) }
}

/// Memory for pixels, freed with the last reference to it.
public final class PixelMemory {
    let pixels: UnsafeMutablePointer<UInt8>

    init(byteCount: Int) {
        pixels = .allocate(capacity: byteCount)
        pixels.initialize(repeating: 0, count: byteCount)
    }

    deinit { pixels.deallocate() }
}
