// SPDX-License-Identifier: GPL-3.0-or-later
// The face drawn on the processor, for computers without a GPU. Each tick updates some of the strips that make up the
// field, and always the visualizer's box above them. GTK presents only the parts that have changed, each as one cairo
// node.

import GtkKit
import JarvisDesktopKit
import JarvisVisuals

final class SoftwareScene: SceneDrawing {
    let root: Widget
    var onFailure: (@MainActor (SceneBackendChoice) -> Void)?
    var refit: (@MainActor (SceneSize) -> SceneFrame?)?

    private let strips = (0..<LayeredSceneRenderer.stripCount).map { _ in DrawingArea() }
    private let centre = DrawingArea()
    private let layers: ArrangedBox
    private let renderer = LayeredSceneRenderer()
    private var turns = StripTurns(count: LayeredSceneRenderer.stripCount)
    /// The pictures that the widgets show; the strips share the memory of one picture.
    private var sources: [PixelSource] = []
    private var picture: (pixels: UnsafeMutablePointer<UInt8>, source: PixelSource)?
    private var size: SceneSize?
    private var box = SceneBox(x: 0, y: 0, width: 0, height: 0)
    private var isArranging = false

    init() {
        layers = ArrangedBox(strips + [centre])
        root = layers
        for part in strips + [centre] {
            part.setRole(.none)
            part.receivesPointer = false
        }
        for (index, strip) in strips.enumerated() {
            strip.onDraw { [weak self] canvas, _, _ in
                guard let self else { return }
                fitScale()
                if sources.indices.contains(index) { canvas.copy(sources[index]) }
            }
        }
        centre.onDraw { [weak self] canvas, _, _ in
            if let picture = self?.picture { canvas.copy(picture.source) }
        }
        layers.arrange { [weak self] width, height in self?.places(width, height) ?? [] }
    }

    func present(_ frame: SceneFrame, field: FieldPace) {
        turns.period = Self.seconds(field, frame.size)
        show(frame, at: FramePacer.now, whole: field == .still)
    }

    /// How many seconds a full round of the strips takes.
    private static func seconds(_ pace: FieldPace, _ size: SceneSize) -> Double {
        switch pace {
        case .lively: livelySeconds(size)
        case .calm, .still: DesignTokens.Frames.calmFieldSeconds
        case .resting: DesignTokens.Frames.restFieldSeconds
        }
    }

    /// How many seconds it takes while something happens. Very large fields take longer, so
    /// every tick has about the same work.
    private static func livelySeconds(_ size: SceneSize) -> Double {
        let share = Double(size.pixelWidth * size.pixelHeight) / Double(DesignTokens.Frames.fieldPixels)
        return min(DesignTokens.Frames.fieldSeconds * max(share, 1), DesignTokens.Frames.calmFieldSeconds)
    }

    /// The places of the strips and the box at this size. Redraws first if the size is new, because until the next
    /// frame the window would show only part of a picture, or none.
    private func places(_ width: Int, _ height: Int) -> [Place] {
        let now = SceneSize(width: Double(width), height: Double(height), scale: Double(root.scaleFactor))
        isArranging = true
        if now != size, let frame = refit?(now) { show(frame, at: FramePacer.now) }
        isArranging = false
        return strips.indices.map { strip in
            let rows = LayeredSceneRenderer.rows(of: strip, height: height)
            return Place(x: 0, y: rows.lowerBound, width: width, height: rows.count)
        } + [Place(x: box.x, y: box.y, width: box.width, height: box.height)]
    }

    /// Redraws if the scale has changed, which can happen without a change of size.
    private func fitScale() {
        guard let size, Double(root.scaleFactor) != size.scale else { return }
        let now = SceneSize(width: size.width, height: size.height, scale: Double(root.scaleFactor))
        if let frame = refit?(now) { show(frame, at: FramePacer.now) }
    }

    private func show(_ frame: SceneFrame, at time: Double, whole: Bool = false) {
        let stays = renderer.fit(frame)
        let due = stays && !whole ? turns.take(at: time) : turns.takeAll(at: time)
        if !due.strips.isEmpty {
            // The particles move only at the start of a round, so all its strips show the same moment.
            if due.beginsRound { renderer.place(frame) }
            for strip in due.strips {
                renderer.draw(strip: strip)
                strips[strip].queueDraw()
            }
        }
        if !stays { takeField(frame) }
        drawCentre(frame)
    }

    private func takeField(_ frame: SceneFrame) {
        size = frame.size
        guard let field = renderer.field else { return }
        let scale = Int(frame.size.scale)
        sources = strips.indices.map { strip in
            let rows = LayeredSceneRenderer.rows(of: strip, height: Int(frame.size.height))
            return PixelSource(
                pixels: field.pixels + rows.lowerBound * scale * field.bytesPerRow, owner: field.owner,
                width: field.width, height: rows.count * scale, bytesPerRow: field.bytesPerRow, scale: frame.size.scale)
        }
    }

    private func drawCentre(_ frame: SceneFrame) {
        let next = frame.visualizerBox
        guard next.width >= 16, next.height >= 16, let drawn = renderer.draw(frame, box: next) else { return }
        if picture?.pixels != drawn.pixels || next != box {
            let source = PixelSource(
                pixels: drawn.pixels, owner: drawn.owner, width: drawn.width, height: drawn.height,
                bytesPerRow: drawn.bytesPerRow, scale: frame.size.scale)
            picture = (drawn.pixels, source)
        }
        if next != box {
            box = next
            if !isArranging { layers.queueAllocate() }
        }
        centre.queueDraw()
    }
}
