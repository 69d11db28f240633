// SPDX-License-Identifier: GPL-3.0-or-later
// The quick settings sheet, which slides over the lower part of the main screen while that keeps running. Dragging its
// handle down or pressing beside it closes it.

package import GtkKit
import JarvisAssistant
package import JarvisConversation
import JarvisCore
package import JarvisDesktopKit
import JarvisVisuals

@MainActor
package final class QuickSettingsSheet {
    package let root: Widget
    package let rows: QuickRows
    /// Called before the sheet appears (true) and when it starts to close (false).
    package var onChange: (@MainActor (Bool) -> Void)?
    package private(set) var isShown = false

    private let services: SettingsServices
    private let sheet: PaintedBox
    private let glass: GlassPane
    private let bin: OffsetBin
    private let scrim = Box(.column)
    private let top: Box
    private let motion: SpringMover
    private var height = DesignTokens.QuickSettings.height
    private var share = 0.0
    /// True while the user drags the handle.
    private var isDrawn = false
    private var following: Task<Void, Never>?

    package init(_ services: SettingsServices, _ backdrop: GlassBackdrop) {
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

    package func show(_ state: AssistantState) { rows.show(state) }

    package func open() {
        guard !isShown else { return }
        isShown = true
        let changes = services.settings.changes()
        rows.show(services.settings.current)
        rows.show(services.assistant.state)
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

    /// Slides the sheet out; the keyboard focus leaves it at once.
    package func close() {
        guard isShown else { return }
        isShown = false
        following?.cancel()
        rows.finish()
        root.receivesPointer = false
        onChange?(false)
        motion.move(to: 0)
    }

    /// Removes the sheet at once because something else replaces it.
    package func dismiss() {
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

    /// Lets the user drag the sheet down by its handle. The gesture is on the layer, because the handle moves.
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
        // The spring starts where the user has released the sheet.
        motion.begin(at: share)
        if closes { close() } else { motion.move(to: 1) }
    }

    private func settle(_ share: Double) {
        if share < 0.5 { root.isVisible = false }
        sheet.queueDraw()
    }

    /// Places the sheet; `share` is how far it has slid in. A spring overshoots 1 a little before it rests.
    private func place(_ share: Double) {
        self.share = share
        // Without motion, the sheet fades in at its final place.
        let isStill = bin.windowHasClass("reduced-motion")
        let travel = Double(height + DesignTokens.QuickSettings.margin)
        bin.setOffset(isStill ? 0 : (1 - share) * travel)
        bin.opacity = isStill ? min(max(share, 0), 1) : 1
        scrim.opacity = min(max(share, 0), 1)
    }
}
