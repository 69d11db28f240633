// SPDX-License-Identifier: GPL-3.0-or-later
// The face drawn on the processor, where there is no GPU: the field in strips, some of them new at each tick, and the
// visualizer's box above, new at every tick. GTK presents what has changed and nothing else, each part as one cairo node.

import GtkKit
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
    /// What the widgets show; the sources of the strips lie in one picture.
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
        turns.period = field == .lively ? Self.livelySeconds(frame.size) : DesignTokens.Frames.calmFieldSeconds
        show(frame, at: FramePacer.now, whole: field == .still)
    }

    /// A round of the strips while something happens. Very large fields take longer: a tick has about the same to do.
    private static func livelySeconds(_ size: SceneSize) -> Double {
        let share = Double(size.pixelWidth * size.pixelHeight) / Double(DesignTokens.Frames.fieldPixels)
        return min(DesignTokens.Frames.fieldSeconds * max(share, 1), DesignTokens.Frames.calmFieldSeconds)
    }

    /// Between a new size and the next frame there would be a part of a picture, or none.
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

    /// The scale may change without the size.
    private func fitScale() {
        guard let size, Double(root.scaleFactor) != size.scale else { return }
        let now = SceneSize(width: size.width, height: size.height, scale: Double(root.scaleFactor))
        if let frame = refit?(now) { show(frame, at: FramePacer.now) }
    }

    private func show(_ frame: SceneFrame, at time: Double, whole: Bool = false) {
        let stays = renderer.fit(frame)
        let due = stays && !whole ? turns.take(at: time) : turns.takeAll(at: time)
        if !due.strips.isEmpty {
            // All strips of one round show the particles of one moment.
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
