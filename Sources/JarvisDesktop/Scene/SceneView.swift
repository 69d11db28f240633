// SPDX-License-Identifier: GPL-3.0-or-later
// Hosts the face: animates it, keeps the visualizer within its limits, and replaces a renderer that fails.

import GioKit
import Glibc
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform
import JarvisVisuals

@MainActor
final class SceneView {
    /// The layer behind everything else; it fills the window and receives presses on the main area.
    let root: Widget
    /// The renderer in use, and why.
    private(set) var choice: SceneBackendChoice
    /// Called when another renderer has taken over.
    var onChoice: (@MainActor (SceneBackendChoice) -> Void)?
    /// Called when the shader files have changed; with the compiler's message if they don't compile.
    var onShaders: (@MainActor (String?) -> Void)?
    /// Called when the field has a new size but no picture for it yet.
    var onResize: (@MainActor () -> Void)?
    /// Called with every frame shown.
    var onFrame: (@MainActor (SceneFrame) -> Void)?
    /// The widget that the scene fills.
    var field: Widget { drawing.root }

    /// The quality of the drawing; lowered if needed to keep frames on time.
    var quality = SceneQuality.full {
        didSet { animator.settings.quality = quality }
    }

    private let base = DrawingArea()
    /// Contains only the drawing, so a replacement stays below the other layers.
    private let stage: Overlay
    private let overlay: Overlay
    private var drawing: any SceneDrawing
    /// The OpenGL scene that is waiting for its context.
    private var upcoming: GLScene?
    /// Creates the OpenGL scene. Called once the first picture is on the screen, because creating a context takes
    /// longer than drawing that picture by software.
    private var makeOpenGL: (() -> GLScene)?
    private var isOpenGLDue = false
    /// How often OpenGL was recreated after it was lost, as happens with driver problems. A renderer that has never
    /// drawn isn't retried.
    private var openGLTries = 0
    private var hasOpenGLDrawn = false
    private static let mostOpenGLTries = 3
    /// How long to wait after the last try before trying OpenGL again.
    private static let restMilliseconds = 5_000
    private var newest: SceneMoment?
    private var animator = SceneAnimator(size: SceneSize(width: 640, height: 640), fadesIn: true)
    private var zoom = ZoomFollower()
    /// The visualizer's largest size that fits the window, relative to its full size.
    private var fit = ZoomFollower()
    /// How far the visualizer is above the field's middle.
    private var lift: ZoomFollower = {
        var follower = ZoomFollower()
        follower.target = 0
        return follower
    }()
    private var hadError = false
    private var replaceTimer: LoopTimer?
    private var retryTimer: LoopTimer?
    private var redrawTimer: LoopTimer?

    init(_ request: SceneBackendRequest, resources: ResourceLocator) {
        choice = .beforeStart(request)
        drawing = SoftwareScene()
        stage = Overlay(base)
        overlay = Overlay(stage)
        root = overlay
        base.setRole(.image)
        base.setAccessibleLabel(localized("Audio visualization"))
        if choice.backend == .openGL {
            makeOpenGL = { [choice] in GLScene(choice, request: request, resources: resources) }
            isOpenGLDue = true
        }
        place(drawing)
        // Deferred, because GTK sends this signal during an allocation.
        base.on("resize") { [weak self] in self?.redrawSoon() }
    }

    /// Applies the appearance. The user's zoom multiplies the size that the window allows.
    func apply(_ appearance: Appearance) {
        animator.settings = appearance.scene
        animator.settings.quality = quality
        zoom.target = appearance.scene.zoom
    }

    /// True during a transition, when every frame is different in any phase.
    var isInTransition: Bool { animator.isInTransition }

    /// How far the scene has calmed down, 0…1.
    var calm: Double { animator.calm }

    func present(_ moment: SceneMoment) {
        let field = drawing.root
        guard field.width > 0, field.height > 0 else { return }
        newest = moment
        measure(
            moment,
            SceneSize(width: Double(field.width), height: Double(field.height), scale: Double(field.scaleFactor)))
        if moment.hasError && !hadError { animator.showError() }
        hadError = moment.hasError
        let next = moment.isStill ? settledFrame(moment) : frame(moment, at: moment.time)
        drawing.present(next, field: pace(moment))
        onFrame?(next)
        if isOpenGLDue {
            isOpenGLDue = false
            // By the next iteration of the loop, the first picture is on its way to the screen.
            replaceTimer = .once(milliseconds: 0) { [weak self] in self?.tryOpenGL() }
        }
    }

    /// The pace of the particles. They move in larger steps at rest, and when frames are expensive, so the visualizer
    /// itself stays smooth for longer.
    private func pace(_ moment: SceneMoment) -> FieldPace {
        if moment.isStill { return .still }
        if animator.calm == 1, !animator.isFollowing { return .resting }
        return moment.phase.isResting && !animator.isFollowing || quality != .full ? .calm : .lively
    }

    private func measure(_ moment: SceneMoment, _ size: SceneSize) {
        let jumps = moment.isStill || animator.settings.reducesMotion
        // While the window is being resized, the face jumps to its place; otherwise it glides there.
        animator.lift = lift.advance(to: moment.time, jumps: jumps || size != animator.size).rounded()
        animator.size = size
        // The follower's zoom is relative to the design's size, the scene's to the usual size for the field.
        let factor = ZoomFollower.fitted(
            zoom.advance(to: moment.time, jumps: jumps), fit: fit.advance(to: moment.time, jumps: jumps),
            field: Int(min(size.width, size.height)))
        animator.settings.zoom = factor * Double(DesignTokens.Size.visualizer) / max(size.visualizerDiameter, 1)
    }

    private func frame(_ moment: SceneMoment, at time: Double) -> SceneFrame {
        animator.readings = moment.readings
        animator.isAtRest = moment.isAtRest
        return animator.advance(
            to: time, phase: ScenePhase(moment.phase), level: Double(moment.level), spectrum: moment.spectrum)
    }

    /// The final picture, after every fade and morph. Without motion it is the only one drawn.
    private func settledFrame(_ moment: SceneMoment) -> SceneFrame {
        let steps = 16
        for step in 0..<steps { _ = frame(moment, at: moment.time + 0.05 * Double(step)) }
        return frame(moment, at: moment.time + 0.05 * Double(steps))
    }

    /// Receives the gestures on the main area.
    var gestureArea: Widget { base }

    /// Adds a layer over the scene, below everything else in the window.
    func addLayer(_ layer: Widget) { overlay.addLayer(layer) }

    /// Follows the pointer over the window, −1…1 from its middle.
    func follow(pointer: (x: Double, y: Double)) { animator.pointer = pointer }

    private func redrawSoon() {
        redrawTimer = .once(milliseconds: 0) { [weak self] in self?.onResize?() }
    }

    private func place(_ scene: any SceneDrawing) {
        scene.root.receivesPointer = false
        scene.root.setRole(.none)
        scene.refit = { [weak self] in self?.refit($0) }
        scene.onFailure = { [weak self] next in
            // Deferred, because the failing widget is being realized right now.
            self?.replaceTimer = .once(milliseconds: 0) { self?.fallBack(to: next) }
        }
        scene.root.on("notify::scale-factor") { [weak self] in self?.redrawSoon() }
        stage.addLayer(scene.root)
    }

    /// Adds an OpenGL scene above the current renderer; it takes over once it has a context.
    private func tryOpenGL() {
        guard let scene = makeOpenGL?() else { return }
        upcoming = scene
        scene.onContext = { [weak self] settled, _ in
            self?.replaceTimer = .once(milliseconds: 0) { self?.takeOver(settled) }
        }
        scene.onShaders = { [weak self] in self?.onShaders?($0) }
        place(scene)
    }

    /// Replaces the software renderer: OpenGL works, and its driver is known.
    private func takeOver(_ settled: SceneBackendChoice) {
        guard let scene = upcoming else { return }
        upcoming = nil
        if !hasOpenGLDrawn { openGLTries = Self.mostOpenGLTries }
        hasOpenGLDrawn = true
        stage.removeLayer(drawing.root)
        drawing = scene
        guard settled != choice else { return }
        choice = settled
        onChoice?(settled)
    }

    private func fallBack(to next: SceneBackendChoice) {
        if let failed = upcoming {
            upcoming = nil
            stage.removeLayer(failed.root)
        } else {
            stage.removeLayer(drawing.root)
            drawing = SoftwareScene()
            place(drawing)
        }
        if openGLTries > 0 {
            openGLTries -= 1
            retryTimer = .once(milliseconds: Self.restMilliseconds) { [weak self] in self?.isOpenGLDue = true }
        }
        choice = next
        onChoice?(next)
    }

    /// The newest picture at another size and the same moment.
    private func refit(_ size: SceneSize) -> SceneFrame? {
        guard let newest else { return nil }
        measure(newest, size)
        return frame(newest, at: newest.time)
    }

    /// Sets the visualizer's diameter and how far its middle is above the window's, as smoothly as a change of state.
    func fit(diameter: Double, lift: Double) {
        fit.target = diameter / Double(DesignTokens.Size.visualizer)
        self.lift.target = lift
    }

    /// How far the visualizer's middle will be above the window's, once it has stopped moving.
    var visualizerLift: Double { lift.target }
}
