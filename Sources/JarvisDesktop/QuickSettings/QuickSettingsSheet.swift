// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet of quick settings that slides over the lower part of the main screen, which goes on behind it. It is drawn
// down by its handle, and closed by a press beside it.

import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisVisuals

@MainActor
final class QuickSettingsSheet {
    let root: Widget
    let rows: QuickRows
    /// The sheet is about to come, or has gone.
    var onChange: (@MainActor (Bool) -> Void)?
    private(set) var isShown = false

    private let services: DesktopServices
    private let sheet: PaintedBox
    private let glass: GlassPane
    private let bin: OffsetBin
    private let scrim = Box(.column)
    private let top: Box
    private let motion: SpringMover
    private var height = DesignTokens.QuickSettings.height
    private var share = 0.0
    /// The hand has the handle.
    private var isDrawn = false
    private var following: Task<Void, Never>?

    init(_ services: DesktopServices, _ backdrop: GlassBackdrop) {
        self.services = services
        rows = QuickRows(services)
        let size = DesignTokens.QuickSettings.self
        let handle = Box(.column)
        handle.addClass("quick-handle")
        handle.setSizeRequest(width: size.handle.width, height: size.handle.height)
        handle.align(horizontal: .center, vertical: .center)
        top = Box(.column, [handle])
        handle.expand(vertical: true)
        top.expand(vertical: false)
        top.setSizeRequest(height: size.handleArea)
        top.setRole(.none)
        let scroller = ScrolledWindow(rows.root)
        scroller.expand(horizontal: true, vertical: true)
        sheet = PaintedBox(.column, [top, scroller])
        sheet.addClass("quick-sheet")
        sheet.setRole(.region)
        sheet.setAccessibleLabel(localized("Quick settings"))
        glass = GlassPane(sheet, DesignTokens.Glass.consent, backdrop)
        bin = OffsetBin(sheet)
        motion = SpringMover(bin, .errorSlide(0))
        let layer = ArrangedBox([scrim, bin])
        root = layer
        root.addClass("quick-layer")
        scrim.addClass("quick-scrim")
        root.isVisible = false
        layer.arrange { [weak self] width, height in self?.places(width, height) ?? [] }
        motion.onStep = { [weak self] in self?.place($0) }
        motion.onRest = { [weak self] in self?.settle($0) }
        let click = ClickGesture()
        click.onPress { [weak self] _, _, _ in self?.close() }
        scrim.add(click)
        followDraws()
        rows.onDone = { [weak self] in self?.close() }
    }

    func show(_ state: AssistantState) { rows.show(state) }

    func open() {
        guard !isShown else { return }
        isShown = true
        rows.show(services.settings.current)
        rows.show(services.assistant.state)
        let changes = services.settings.changes()
        following = Task { [weak self] in
            for await settings in changes { self?.rows.show(settings) }
        }
        onChange?(true)
        place(share)
        root.receivesPointer = true
        root.isVisible = true
        rows.first.grabFocus()
        motion.move(to: 1)
    }

    /// Slides out; the keyboard is free at once.
    func close() {
        guard isShown else { return }
        isShown = false
        following?.cancel()
        rows.finish()
        root.receivesPointer = false
        onChange?(false)
        motion.move(to: 0)
    }

    /// Gone at once; something else comes in its place.
    func dismiss() {
        close()
        motion.finish()
    }

    private func places(_ width: Int, _ height: Int) -> [Place] {
        let size = DesignTokens.QuickSettings.self
        let wide = min(size.width, width - 2 * size.margin)
        let wanted = max(size.height, sheet.naturalHeight(forWidth: wide), size.handleArea + rowsHeight(wide))
        self.height = min(wanted, height - size.topMargin - size.margin)
        return [
            Place(x: 0, y: 0, width: width, height: height),
            Place(x: (width - wide) / 2, y: height - size.margin - self.height, width: wide, height: self.height),
        ]
    }

    private func rowsHeight(_ width: Int) -> Int { rows.root.naturalHeight(forWidth: width) }

    /// The finger or the pointer draws the sheet down by the area of its handle. Followed from the layer, which stays
    /// where it is while the handle moves.
    private func followDraws() {
        let drag = DragGesture()
        drag.onBegin { [weak self] _, y in
            guard let self, let bounds = top.bounds(in: root) else { return }
            isDrawn = isShown && y >= bounds.y && y <= bounds.y + bounds.height
        }
        drag.onMove { [weak self] _, y in
            guard let self, isDrawn else { return }
            place(1 - min(max(y / Double(height), 0), 1))
        }
        drag.onEnd { [weak self] _ in self?.letGo() }
        drag.onCancel { [weak self] in self?.letGo() }
        root.add(drag)
    }

    private func letGo() {
        guard isDrawn else { return }
        isDrawn = false
        let closes = share < 1 - DesignTokens.QuickSettings.closingShare
        // The spring goes on from where the hand was.
        motion.begin(at: share)
        if closes { close() } else { motion.move(to: 1) }
    }

    private func settle(_ share: Double) {
        if share < 0.5 { root.isVisible = false }
        sheet.queueDraw()
    }

    /// Slid in by this share; springs go a little too far before they rest.
    private func place(_ share: Double) {
        self.share = share
        // Without motion it fades in where it stands.
        let isStill = bin.windowHasClass("reduced-motion")
        let travel = Double(height + DesignTokens.QuickSettings.margin)
        bin.setOffset(isStill ? 0 : (1 - share) * travel)
        bin.opacity = isStill ? min(max(share, 0), 1) : 1
        scrim.opacity = min(max(share, 0), 1)
    }
}
