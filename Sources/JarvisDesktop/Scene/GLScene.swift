// SPDX-License-Identifier: GPL-3.0-or-later
// The face drawn by OpenGL. Creates its renderer on realize and destroys it on unrealize. Reports any failure to its
// host, which falls back to software.

import GioKit
import GtkKit
import JarvisPlatform
import JarvisVisuals

final class GLScene: SceneDrawing {
    let root: Widget
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)?
    var refit: (@MainActor (SceneSize) -> SceneFrame?)?
    /// Called with the renderer's description once a context exists and works.
    var onContext: (@MainActor (SceneBackendChoice, GLContextDescription) -> Void)?
    /// Called after the shader files have changed: with nil if the new shaders are in use, otherwise with the
    /// compiler's message.
    var onShaders: (@MainActor (String?) -> Void)?

    private let area = GLArea()
    private let choice: SceneBackendChoice
    private let request: SceneBackendRequest
    private let resources: ResourceLocator
    private var renderer: GLSceneRenderer?
    private var frame: SceneFrame?
    private var picture: (drawn: GLPicture, source: PixelSource, scale: Double)?
    private var watching: Task<Void, Never>?
    private var reloadTimer: LoopTimer?

    init(_ choice: SceneBackendChoice, request: SceneBackendRequest, resources: ResourceLocator) {
        self.choice = choice
        self.request = request
        self.resources = resources
        root = area
        area.onRealize { [weak self] in self?.realize($0) }
        area.onUnrealize { [weak self] in self?.unrealize($0) }
        area.onRender { [weak self] in self?.render() }
        area.onRead { [weak self] in self?.read() }
        if Environment.value("JARVIS_WATCH_SHADERS") != nil { watchShaders() }
    }

    isolated deinit { watching?.cancel() }

    func present(_ frame: SceneFrame, field: FieldPace) {
        self.frame = frame
        area.queueRender()
    }

    private func realize(_ error: String?) {
        if let error { return fail(choice.failed(error)) }
        let context = GLContextDescription.current()
        let corrected = choice.corrected(by: context, request: request)
        guard corrected.backend == .openGL else { return fail(corrected) }
        do throws(GLRendererError) {
            renderer = try GLSceneRenderer(source: ShaderSource(locator: resources))
            onContext?(corrected, context)
        } catch {
            fail(choice.failed(error.description))
        }
    }

    private func unrealize(_ error: String?) {
        // Without a current context, OpenGL can't free anything.
        if error == nil {
            renderer?.destroy()
            picture?.drawn.destroy()
        }
        picture = nil
        renderer = nil
    }

    private func render() {
        guard let renderer, let frame = fittingFrame() else { return }
        do throws(GLRendererError) {
            try renderer.draw(frame)
        } catch {
            fail(choice.failed(error.description))
        }
    }

    /// The newest frame at the area's current size.
    private func fittingFrame() -> SceneFrame? {
        let size = SceneSize(width: Double(area.width), height: Double(area.height), scale: Double(area.scaleFactor))
        if frame?.size != size { frame = refit?(size) ?? frame }
        return frame
    }

    private func fail(_ next: SceneBackendChoice) {
        let report = onFailure
        onFailure = nil
        report?(next)
    }
}

// Drawing into memory, for windows that cairo draws.
extension GLScene {
    /// Draws the frame into memory.
    private func read() -> PixelSource? {
        guard let renderer, let frame = fittingFrame(), let picture = room(for: frame.size) else { return nil }
        do throws(GLRendererError) {
            try picture.drawn.draw { () throws(GLRendererError) in try renderer.draw(frame) }
        } catch {
            fail(choice.failed(error.description))
            return nil
        }
        return picture.source
    }

    private func room(for size: SceneSize) -> (drawn: GLPicture, source: PixelSource, scale: Double)? {
        let (width, height) = (size.pixelWidth, size.pixelHeight)
        if let picture, picture.drawn.width == width, picture.drawn.height == height, picture.scale == size.scale {
            return picture
        }
        picture?.drawn.destroy()
        picture = GLPicture(width: width, height: height).map { drawn in
            let source = PixelSource(
                pixels: drawn.pixels, owner: drawn.memory, width: width, height: height,
                bytesPerRow: drawn.bytesPerRow, scale: size.scale)
            return (drawn, source, size.scale)
        }
        return picture
    }
}

// Reloading shaders that change while the window is open.
extension GLScene {
    private func watchShaders() {
        guard let folder = ShaderSource.folder(resources), let changes = try? FileWatcher.changes(folder: folder)
        else { return }
        watching = Task { [weak self] in
            for await _ in changes { self?.reloadSoon() }
        }
    }

    /// Reloads after a moment, because editors write a file in several steps.
    private func reloadSoon() {
        reloadTimer = .once(milliseconds: 50) { [weak self] in self?.reload() }
    }

    /// Reloads the shaders. The old programs stay in use until the new ones are complete.
    private func reload() {
        guard let old = renderer, area.makeCurrent() == nil else { return }
        do throws(GLRendererError) {
            renderer = try GLSceneRenderer(source: ShaderSource(locator: resources))
            old.destroy()
            area.queueRender()
            onShaders?(nil)
        } catch {
            onShaders?(error.description)
        }
    }
}
