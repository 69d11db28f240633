// SPDX-License-Identifier: GPL-3.0-or-later
// The host of the face: animates it, keeps the visualizer within its limits, and replaces a renderer that fails.

import GioKit
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
    /// Called when the shader files have changed, with the compiler's complaint if it has one.
    var onShaders: (@MainActor (String?) -> Void)?
    /// Called when the field has a new size and no picture for it yet.
    var onResize: (@MainActor () -> Void)?
    /// Called with every frame that is shown.
    var onFrame: (@MainActor (SceneFrame) -> Void)?
    /// The widget that the scene fills.
    var field: Widget { drawing.root }

    /// The quality, which falls to keep frames in time.
    var quality = SceneQuality.full {
        didSet { animator.settings.quality = quality }
    }

    private let base = DrawingArea()
    /// Holds the drawing alone, so that one that is replaced stays below the layers of others.
    private let stage: Overlay
    private let overlay: Overlay
    private var drawing: any SceneDrawing
    /// OpenGL, until it has a context.
    private var upcoming: GLScene?
    /// Makes it, once the first picture is on the screen: a context takes longer than to draw that by software.
    private var makeOpenGL: (() -> GLScene)?
    private var isOpenGLDue = false
    /// How often OpenGL is made again after it was lost, which happens with the driver's own troubles; nothing is tried
    /// again that has never drawn.
    private var openGLTries = 0
    private var hasOpenGLDrawn = false
    private static let mostOpenGLTries = 3
    /// How long a driver is left alone after that.
    private static let restMilliseconds = 5_000
    private var newest: SceneMoment?
    private var animator = SceneAnimator(size: SceneSize(width: 640, height: 640), fadesIn: true)
    private var zoom = ZoomFollower()
    /// The visualizer's largest size in the window, as a share of its full size.
    private var fit = ZoomFollower()
    /// How far the visualizer stands above the field's middle.
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
        // It comes in the middle of an allocation.
        base.on("resize") { [weak self] in self?.redrawSoon() }
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
            // The picture is on its way to the screen when the loop comes round again.
            replaceTimer = .once(milliseconds: 0) { [weak self] in self?.tryOpenGL() }
        }
    }

    /// At rest particles move in larger steps, and where frames are dear: the field gives way before the visualizer does.
    private func pace(_ moment: SceneMoment) -> FieldPace {
        if moment.isStill { return .still }
        return moment.phase.isResting && !animator.isFollowing || quality != .full ? .calm : .lively
    }

    private func measure(_ moment: SceneMoment, _ size: SceneSize) {
        let jumps = moment.isStill || animator.settings.reducesMotion
        // In a window that changes its size the face stays in its place; otherwise it glides there.
        animator.lift = lift.advance(to: moment.time, jumps: jumps || size != animator.size).rounded()
        animator.size = size
        // The follower counts in the design's sizes, the scene in what is usual for the field.
        let factor = ZoomFollower.fitted(
            zoom.advance(to: moment.time, jumps: jumps), fit: fit.advance(to: moment.time, jumps: jumps),
            field: Int(min(size.width, size.height)))
        animator.settings.zoom = factor * Double(DesignTokens.Size.visualizer) / max(size.visualizerDiameter, 1)
    }

    private func frame(_ moment: SceneMoment, at time: Double) -> SceneFrame {
        animator.readings = moment.readings
        return animator.advance(
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

    /// The pointer moves over the window, −1…1 from its middle.
    func follow(pointer: (x: Double, y: Double)) { animator.pointer = pointer }

    private func redrawSoon() {
        redrawTimer = .once(milliseconds: 0) { [weak self] in self?.onResize?() }
    }

    private func place(_ scene: any SceneDrawing) {
        scene.root.receivesPointer = false
        scene.root.setRole(.none)
        scene.refit = { [weak self] in self?.refit($0) }
        scene.onFailure = { [weak self] next in
            // Not now: the failing widget is in the middle of being realized.
            self?.replaceTimer = .once(milliseconds: 0) { self?.fallBack(to: next) }
        }
        scene.root.on("notify::scale-factor") { [weak self] in self?.redrawSoon() }
        stage.addLayer(scene.root)
    }

    /// Puts OpenGL above what draws now; it takes over when it has a context.
    private func tryOpenGL() {
        guard let scene = makeOpenGL?() else { return }
        upcoming = scene
        scene.onContext = { [weak self] settled, _ in
            self?.replaceTimer = .once(milliseconds: 0) { self?.takeOver(settled) }
        }
        scene.onShaders = { [weak self] in self?.onShaders?($0) }
        place(scene)
    }

    /// OpenGL works, and by now it is known who draws it.
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

    /// The newest picture for another size, without moving on in time.
    private func refit(_ size: SceneSize) -> SceneFrame? {
        guard let newest else { return nil }
        measure(newest, size)
        return frame(newest, at: newest.time)
    }

    /// Makes the visualizer's box this large and lifts its middle this far above the window's, as smoothly as a change
    /// of state.
    func fit(diameter: Double, lift: Double) {
        fit.target = diameter / Double(DesignTokens.Size.visualizer)
        self.lift.target = lift
    }

    /// How far the visualizer's middle stands above the window's in the end.
    var visualizerLift: Double { lift.target }
}
