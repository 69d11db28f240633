// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes pictures as PNG (ISO/IEC 15948) with libpng.

import CPNG
import Glibc

extension SceneImage {
    /// The picture as a PNG file, 8-bit RGB; equal pictures give equal bytes.
    public func pngData() -> [UInt8] {
        var file = jarvis_png_file()
        defer { free(file.bytes) }
        let isWritten = jarvis_png_write(rgba, UInt32(width), UInt32(height), &file)
        precondition(isWritten, "libpng fails only without memory, or beyond a million pixels of width or height")
        return [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}
