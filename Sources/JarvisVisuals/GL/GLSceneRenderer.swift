// SPDX-License-Identifier: GPL-3.0-or-later
// Draws frames by OpenGL 3.3 core or OpenGL ES 3.0: one pass, two instanced draws, additive light. Belongs to the
// context that was current when it was made; made in realize, destroyed in unrealize, as often as need be.

import CEpoxy

/// The OpenGL renderer. All methods need its context to be current on the calling thread.
public final class GLSceneRenderer {
    private var particleProgram: UInt32 = 0
    private var arcProgram: UInt32 = 0
    private let particleBuffer: UInt32
    private let arcBuffer: UInt32
    private let viewBuffer: UInt32
    private let particleArray: UInt32
    private let arcArray: UInt32
    private var particleIdentity: Int?

    /// Vertices of one arc: sixteen segments of two triangles.
    private static let arcVertices: Int32 = 34

    /// Compiles the shaders in the current context.
    public init(source: ShaderSource) throws(GLRendererError) {
        let isEmbedded = cepoxy_is_embedded() != 0
        guard cepoxy_version_number() >= (isEmbedded ? 30 : 33) else {
            throw .unsupportedVersion(GLContextDescription.current().version)
        }
        particleProgram = try Self.program("particles", source, isEmbedded: isEmbedded)
        do throws(GLRendererError) {
            arcProgram = try Self.program("arcs", source, isEmbedded: isEmbedded)
        } catch {
            cepoxy_delete_program(particleProgram)
            throw error
        }
        particleBuffer = cepoxy_make_buffer()
        arcBuffer = cepoxy_make_buffer()
        viewBuffer = cepoxy_make_buffer()
        particleArray = cepoxy_make_instance_array(particleBuffer)
        arcArray = cepoxy_make_instance_array(arcBuffer)
    }

    /// Frees everything in the context. Call it while the context is current; a lost context frees by itself.
    public func destroy() {
        cepoxy_delete_array(particleArray)
        cepoxy_delete_array(arcArray)
        for buffer in [particleBuffer, arcBuffer, viewBuffer] { cepoxy_delete_buffer(buffer) }
        cepoxy_delete_program(particleProgram)
        cepoxy_delete_program(arcProgram)
    }

    /// Draws the frame over the whole of the bound frame buffer, which must have the frame's size in device pixels.
    public func draw(_ frame: SceneFrame) {
        cepoxy_begin(Int32(frame.size.pixelWidth), Int32(frame.size.pixelHeight), 0, 0, 0)
        withUnsafeBytes(of: frame.view) { cepoxy_fill_block(viewBuffer, $0.baseAddress, $0.count) }
        if particleIdentity != frame.particles.identity {
            particleIdentity = frame.particles.identity
            frame.particles.records.withUnsafeBytes {
                cepoxy_fill_instances(particleBuffer, $0.baseAddress, $0.count, 0)
            }
        }
        cepoxy_draw(particleProgram, particleArray, 4, Int32(frame.particleCount))
        if !frame.arcs.isEmpty {
            frame.arcs.withUnsafeBytes { cepoxy_fill_instances(arcBuffer, $0.baseAddress, $0.count, 1) }
            cepoxy_draw(arcProgram, arcArray, Self.arcVertices, Int32(frame.arcs.count))
        }
        cepoxy_end()
    }

    private static func program(
        _ name: String, _ source: ShaderSource, isEmbedded: Bool
    ) throws(GLRendererError) -> UInt32 {
        let vertex = try shader(name + ".vert", source, isEmbedded: isEmbedded)
        defer { cepoxy_delete_shader(vertex) }
        let fragment = try shader(name + ".frag", source, isEmbedded: isEmbedded)
        defer { cepoxy_delete_shader(fragment) }
        var program: UInt32 = 0
        let log = withLog { program = cepoxy_link(vertex, fragment, $0, $1) }
        guard program != 0 else { throw .program(name: name, log: log) }
        return program
    }

    private static func shader(
        _ file: String, _ source: ShaderSource, isEmbedded: Bool
    ) throws(GLRendererError) -> UInt32 {
        let parts = try source.parts(file, isEmbedded: isEmbedded)
        var shader: UInt32 = 0
        let log = withCStrings(parts) { pointers in
            withLog { shader = cepoxy_compile(file.hasSuffix(".frag") ? 1 : 0, pointers, Int32(parts.count), $0, $1) }
        }
        guard shader != 0 else { throw .shader(file: file, log: log) }
        return shader
    }

    private static func withLog(_ body: (UnsafeMutablePointer<CChar>, Int32) -> Void) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress else { return "" }
            body(start, Int32(buffer.count))
            return String(cString: start)
        }
    }

    private static func withCStrings<R>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> R) -> R {
        func next(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> R {
            guard index < texts.count else { return body(pointers) }
            return texts[index].withCString { next(index + 1, pointers + [$0]) }
        }
        return next(0, [])
    }
}

/// What the current context is, for logs and `jarvis doctor`.
public struct GLContextDescription: Hashable, Sendable {
    public var version: String
    public var renderer: String
    public var isEmbedded: Bool

    /// Asks the current context.
    public static func current() -> GLContextDescription {
        GLContextDescription(
            version: cepoxy_version().map { String(cString: $0) } ?? "",
            renderer: cepoxy_renderer().map { String(cString: $0) } ?? "", isEmbedded: cepoxy_is_embedded() != 0)
    }
}
