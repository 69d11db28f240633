// SPDX-License-Identifier: GPL-3.0-or-later
// Draws frames with OpenGL 3.3 core or OpenGL ES 3.0: one pass, two instanced draws, light added or taken away. Belongs to the
// context that was current when it was made: create it in realize and destroy it in unrealize, each time.

import CEpoxy
import CRasterizer

/// The OpenGL renderer. Every method needs its context to be current on the calling thread.
public final class GLSceneRenderer {
    /// The amount of GPU work in the last frame.
    struct Work: Hashable {
        var draws = 0
        var uploads = 0
        var uploadedBytes = 0
    }

    private(set) var work = Work()
    private var particleProgram: UInt32 = 0
    private var arcProgram: UInt32 = 0
    private let particleBuffer: UInt32
    private let arcBuffer: UInt32
    private let viewBuffer: UInt32
    private let arcArray: UInt32
    private var backdropArray: UInt32 = 0
    private var particleArray: UInt32 = 0
    private var particleIdentity: Int?
    private var backdrop: GLBackdrop?
    private var arcs: [GLArc] = []
    private var frames = 0

    /// Vertices of one arc: eight segments of two triangles. `arcs.vert` repeats this number.
    private static let arcVertices: Int32 = 18
    /// Frames between two checks of the context's health, since a check may have to wait for the driver.
    private static let checkInterval = 64

    /// Compiles the shaders in the current context.
    public init(source: ShaderSource) throws(GLRendererError) {
        let isEmbedded = cepoxy_is_embedded() != 0
        guard cepoxy_version_number() >= (isEmbedded ? 30 : 33) else {
            throw .unsupportedVersion(GLContextDescription.current().version)
        }
        let particleProgram = try GLProgram.make("particles", source, isEmbedded: isEmbedded)
        do throws(GLRendererError) {
            arcProgram = try GLProgram.make("arcs", source, isEmbedded: isEmbedded)
        } catch {
            cepoxy_delete_program(particleProgram)
            throw error
        }
        self.particleProgram = particleProgram
        particleBuffer = cepoxy_make_buffer()
        arcBuffer = cepoxy_make_buffer()
        viewBuffer = cepoxy_make_buffer()
        arcArray = cepoxy_make_instance_array(arcBuffer, GLArc.columns, 0)
        arcs.reserveCapacity(SceneFrame.arcLimit)
    }

    /// Frees the context's resources. Call it while the context is current; a lost context frees its own.
    public func destroy() {
        for array in [arcArray, backdropArray, particleArray] { cepoxy_delete_array(array) }
        for buffer in [particleBuffer, arcBuffer, viewBuffer] { cepoxy_delete_buffer(buffer) }
        backdrop?.delete()
        backdrop = nil
        cepoxy_delete_program(particleProgram)
        cepoxy_delete_program(arcProgram)
    }

    /// Draws the frame over the entire bound frame buffer, which must have the frame's size in device pixels.
    public func draw(_ frame: SceneFrame) throws(GLRendererError) {
        work = Work()
        withUnsafeBytes(of: frame.view) {
            cepoxy_fill_block(viewBuffer, $0.baseAddress, $0.count)
            countUpload($0.count)
        }
        upload(frame.particles)
        refreshBackdrop(frame)
        cepoxy_begin(Int32(frame.size.pixelWidth), Int32(frame.size.pixelHeight), frame.ground == nil ? 0 : 1)
        if let backdrop {
            backdrop.copy()
        } else {
            GLBackdrop.clear(frame.ground)
            drawBackdrop(frame)
        }
        draw(
            particleProgram, particleArray, vertices: 4, instances: frame.particleCount - frame.particles.backdropCount)
        upload(frame.arcs, scale: frame.view.visual_scale)
        draw(arcProgram, arcArray, vertices: Self.arcVertices, instances: arcs.count)
        cepoxy_end()
        try check()
    }

    private func draw(_ program: UInt32, _ array: UInt32, vertices: Int32, instances: Int) {
        guard instances > 0 else { return }
        cepoxy_draw(program, array, vertices, Int32(instances))
        work.draws += 1
    }

    private func drawBackdrop(_ frame: SceneFrame) {
        draw(particleProgram, backdropArray, vertices: 4, instances: frame.particles.backdropCount)
    }

    private func refreshBackdrop(_ frame: SceneFrame) {
        let key = GLBackdrop.Key(frame)
        guard key != backdrop?.key else { return }
        backdrop?.delete()
        backdrop = GLBackdrop(key) { drawBackdrop(frame) }
    }

    /// Uploads a table of orbits, unless the GPU already has it.
    private func upload(_ table: ParticleTable) {
        guard particleIdentity != table.identity else { return }
        particleIdentity = table.identity
        cepoxy_delete_array(backdropArray)
        cepoxy_delete_array(particleArray)
        backdropArray = cepoxy_make_instance_array(particleBuffer, 3, 0)
        particleArray = cepoxy_make_instance_array(particleBuffer, 3, table.backdropCount)
        table.records.withUnsafeBytes {
            cepoxy_fill_instances(particleBuffer, $0.baseAddress, $0.count, 0)
            countUpload($0.count)
        }
    }

    private func upload(_ records: [ArcRecord], scale: Float) {
        arcs.removeAll(keepingCapacity: true)
        for (number, arc) in records.enumerated() { arcs.append(GLArc(arc, number: number, scale: scale)) }
        guard !arcs.isEmpty else { return }
        arcs.withUnsafeBytes {
            cepoxy_fill_instances(arcBuffer, $0.baseAddress, $0.count, 1)
            countUpload($0.count)
        }
    }

    private func countUpload(_ bytes: Int) {
        work.uploads += 1
        work.uploadedBytes += bytes
    }

    private func check() throws(GLRendererError) {
        defer { frames += 1 }
        guard frames % Self.checkInterval == 0 else { return }
        let code = cepoxy_trouble()
        if code != 0 { throw .drawing(code: code) }
    }
}
