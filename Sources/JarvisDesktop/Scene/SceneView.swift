// SPDX-License-Identifier: GPL-3.0-or-later
// The host of the face: keeps the animated field centred and within its limits, and replaces a renderer that fails.

import GtkKit
import JarvisCore

@MainActor
final class SceneView {
    /// The layer to put behind everything; it fills the window and takes the presses on the main area.
    let root: Widget
    /// The name of the drawing in use, for the event log.
    private(set) var rendererName = "plain"

    private let base = DrawingArea()
    private let overlay: Overlay
    private var drawing: any SceneDrawing = PlainScene()
    private var resizeTimer: LoopTimer?

    init() {
        overlay = Overlay(base)
        root = overlay
        base.setRole(.image)
        base.setAccessibleLabel(localized("Audio visualization"))
        place(drawing)
        base.connect("resize") { [weak self] arguments in
            self?.resize(width: arguments.integer(1), height: arguments.integer(2))
        }
    }

    func apply(_ settings: Settings) { drawing.apply(settings) }

    func present(_ input: SceneInput) { drawing.present(input) }

    /// Takes the presses on the main area to the tracker of taps and holds.
    func forwardPresses(to press: PressTracker) {
        let click = ClickGesture()
        click.onPress { [weak press] _, _, _ in press?.begin() }
        click.onRelease { [weak press] in press?.end() }
        click.onCancel { [weak press] in press?.cancel() }
        base.add(click)
    }

    private func place(_ next: any SceneDrawing) {
        drawing = next
        next.root.align(horizontal: .center, vertical: .center)
        next.root.receivesPointer = false
        next.root.setRole(.none)
        overlay.addLayer(next.root)
        next.onFailure = { [weak self] _ in self?.fallBack() }
    }

    private func fallBack() {
        overlay.removeLayer(drawing.root)
        rendererName = "plain"
        place(PlainScene())
        resize(width: base.width, height: base.height)
    }

    /// Sizes must not change within an allocation: they are set when it is over.
    private func resize(width: Int, height: Int) {
        resizeTimer = .once(milliseconds: 0) { [weak self] in
            guard let self else { return }
            let side = min(width, height, DesignTokens.Size.softwareField)
            drawing.root.setSizeRequest(width: side, height: side)
            drawing.setVisualizerDiameter(Self.diameter(width: width, height: height))
        }
    }

    /// The visualizer's diameter: what is free between the card and the status line, round the window's centre.
    static func diameter(width: Int, height: Int) -> Double {
        let free = height - 2 * DesignTokens.Size.visualizerReserve
        return Double(max(160, min(DesignTokens.Size.visualizer, width - 40, free)))
    }
}
