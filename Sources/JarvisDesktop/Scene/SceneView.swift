// SPDX-License-Identifier: GPL-3.0-or-later
// The host of the face: animates it, keeps the field centred and within its limits, and replaces a renderer that fails.

import Glibc
import GtkKit
import JarvisCore
import JarvisPlatform
import JarvisVisuals

@MainActor
final class SceneView {
    /// The layer to put behind everything; it fills the window and takes the presses on the main area.
    let root: Widget
    /// Who draws, and why.
    private(set) var choice: SceneBackendChoice
    /// Called when another renderer has taken over.
    var onChoice: (@MainActor (SceneBackendChoice) -> Void)?

    /// Called when the field has a new size and no picture for it yet.
    var onResize: (@MainActor () -> Void)?
    /// Called with every frame that is shown.
    var onFrame: (@MainActor (SceneFrame) -> Void)?
    /// The widget that the scene fills.
    var field: Widget { drawing.root }

    /// What may be left out to be in time.
    var quality = SceneQuality.full {
        didSet { animator.settings.quality = quality }
    }

    private let base = DrawingArea()
    private let overlay: Overlay
    private var drawing: any SceneDrawing
    private var animator = SceneAnimator(size: SceneSize(width: 640, height: 640), fadesIn: true)
    private var zoom = ZoomFollower()
    /// What the window's size allows the visualizer, as a share of its full size.
    private var fit = ZoomFollower()
    private var hadError = false
    private var resizeTimer: LoopTimer?
    private var replaceTimer: LoopTimer?
    private var redrawTimer: LoopTimer?

    init(_ request: SceneBackendRequest, resources: ResourceLocator) {
        choice = .beforeStart(request)
        drawing =
            choice.backend == .openGL
            ? GLScene(choice, request: request, resources: resources) : SoftwareScene()
        overlay = Overlay(base)
        root = overlay
        base.setRole(.image)
        base.setAccessibleLabel(localized("Audio visualization"))
        place()
        base.connect("resize") { [weak self] arguments in
            self?.resize(width: arguments.integer(1), height: arguments.integer(2))
        }
    }

    /// Takes over the look; the user's zoom comes on top of what the window's size allows.
    func apply(_ appearance: Appearance) {
        animator.settings = appearance.scene
        animator.settings.quality = quality
        zoom.target = appearance.scene.zoom
    }

    /// True while the picture changes at every frame whatever the phase is.
    var isInTransition: Bool { animator.isInTransition }

    func present(_ moment: SceneMoment) {
        let field = drawing.root
        guard field.width > 0, field.height > 0 else { return }
        animator.size = SceneSize(
            width: Double(field.width), height: Double(field.height), scale: Double(field.scaleFactor))
        let jumps = moment.isStill || animator.settings.reducesMotion
        animator.settings.zoom = ZoomFollower.fitted(
            zoom.advance(to: moment.time, jumps: jumps), fit: fit.advance(to: moment.time, jumps: jumps),
            field: min(field.width, field.height))
        if moment.hasError && !hadError { animator.showError() }
        hadError = moment.hasError
        let next = moment.isStill ? settledFrame(moment) : frame(moment, at: moment.time)
        drawing.present(next)
        onFrame?(next)
    }

    private func frame(_ moment: SceneMoment, at time: Double) -> SceneFrame {
        animator.advance(
            to: time, phase: ScenePhase(moment.phase), level: Double(moment.level), spectrum: moment.spectrum)
    }

    /// The picture that every fade and morph ends in: without motion it is the only one that is drawn.
    private func settledFrame(_ moment: SceneMoment) -> SceneFrame {
        let steps = 16
        for step in 0..<steps { _ = frame(moment, at: moment.time + 0.05 * Double(step)) }
        return frame(moment, at: moment.time + 0.05 * Double(steps))
    }

    /// What takes the gestures on the main area.
    var gestureArea: Widget { base }

    /// Puts something over the scene, below everything else of the window.
    func addLayer(_ layer: Widget) { overlay.addLayer(layer) }

    private func place() {
        drawing.root.align(horizontal: .center, vertical: .center)
        drawing.root.receivesPointer = false
        drawing.root.setRole(.none)
        overlay.addLayer(drawing.root)
        // Both kinds of area have the signal; it comes in the middle of an allocation.
        drawing.root.on("resize") { [weak self] in
            self?.redrawTimer = .once(milliseconds: 0) { self?.onResize?() }
        }
        drawing.onFailure = { [weak self] next in
            // Not now: the failing widget is in the middle of being realized.
            self?.replaceTimer = .once(milliseconds: 0) { self?.replace(next) }
        }
    }

    private func replace(_ next: SceneBackendChoice) {
        overlay.removeLayer(drawing.root)
        choice = next
        drawing = SoftwareScene()
        place()
        resize(width: base.width, height: base.height)
        onChoice?(next)
    }

    /// Sizes must not change within an allocation: they are set when it is over.
    private func resize(width: Int, height: Int) {
        resizeTimer = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            let side = min(width, height, DesignTokens.Size.softwareField)
            drawing.root.setSizeRequest(width: side, height: side)
        }
    }

    /// Makes the visualizer's box this large, as smoothly as a change of state.
    func fit(diameter: Double) {
        fit.target = diameter / Double(DesignTokens.Size.visualizer)
    }
}
