// SPDX-License-Identifier: GPL-3.0-or-later
// The face drawn by OpenGL. Makes its renderer in realize and destroys it in unrealize; whatever goes wrong is handed
// to the host, which falls back to software.

import GtkKit
import JarvisPlatform
import JarvisVisuals

final class GLScene: SceneDrawing {
    let root: Widget
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)?
    /// Called when the context is known, with what it is.
    var onContext: (@MainActor (GLContextDescription) -> Void)?

    private let area = GLArea()
    private let choice: SceneBackendChoice
    private let request: SceneBackendRequest
    private let resources: ResourceLocator
    private var renderer: GLSceneRenderer?
    private var frame: SceneFrame?

    init(_ choice: SceneBackendChoice, request: SceneBackendRequest, resources: ResourceLocator) {
        self.choice = choice
        self.request = request
        self.resources = resources
        root = area
        area.onRealize { [weak self] in self?.realize($0) }
        area.onUnrealize { [weak self] in self?.unrealize($0) }
        area.onRender { [weak self] in self?.render() }
    }

    func present(_ frame: SceneFrame) {
        self.frame = frame
        area.queueRender()
    }

    private func realize(_ error: String?) {
        if let error { return fail(choice.failed(error)) }
        let context = GLContextDescription.current()
        onContext?(context)
        let corrected = choice.corrected(by: context, request: request)
        guard corrected.backend == .openGL else { return fail(corrected) }
        do throws(GLRendererError) {
            renderer = try GLSceneRenderer(source: ShaderSource(locator: resources))
        } catch {
            fail(choice.failed(error.description))
        }
    }

    private func unrealize(_ error: String?) {
        // Without a current context there is nothing left that could be freed.
        if error == nil { renderer?.destroy() }
        renderer = nil
    }

    private func render() {
        guard let frame, let renderer else { return }
        renderer.draw(frame)
    }

    private func fail(_ next: SceneBackendChoice) {
        let report = onFailure
        onFailure = nil
        report?(next)
    }
}
