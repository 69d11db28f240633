// SPDX-License-Identifier: GPL-3.0-or-later
// The errors of the OpenGL renderer.

/// A failure that makes the OpenGL renderer unusable; the caller falls back to the software renderer.
public enum GLRendererError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A shader file is missing or unreadable.
    case missingFile(String)
    /// A shader did not compile; with the compiler's log.
    case shader(file: String, log: String)
    /// Two shaders did not link; with the linker's log.
    case program(name: String, log: String)
    /// The context is older than OpenGL 3.3 or OpenGL ES 3.0.
    case unsupportedVersion(String)
    /// No off-screen context could be created; with the EGL step that failed.
    case noContext(step: String)
    /// The frame buffer for a picture of this size could not be created.
    case canvas(width: Int, height: Int)
    /// The context reports a GPU reset or an error; with OpenGL's error code.
    case drawing(code: UInt32)

    /// The failure in words, for the log.
    public var description: String {
        switch self {
        case .missingFile(let file): "shader file \(file) can't be read"
        case .shader(let file, let log): "\(file): \(log)"
        case .program(let name, let log): "shader program \(name): \(log)"
        case .unsupportedVersion(let version): "\(version) is older than OpenGL 3.3 and OpenGL ES 3.0"
        case .noContext(let step): "no offscreen OpenGL context (\(step) failed)"
        case .canvas(let width, let height): "no frame buffer of \(width) × \(height)"
        case .drawing(let code): "drawing failed with code \(String(code, radix: 16))"
        }
    }
}
