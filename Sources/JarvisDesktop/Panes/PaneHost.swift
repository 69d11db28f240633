// SPDX-License-Identifier: GPL-3.0-or-later
// Shows one pane at a time over the main screen: a title bar with a back button, and the pane. Keeps the keyboard focus
// inside while a pane is open, and restores it afterwards.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class PaneHost {
    /// The layer to put over the window's content; invisible while no pane is open.
    let root: Widget
    /// Called before a pane opens over the main screen, in time to remember the focus.
    var onWillOpen: (@MainActor () -> Void)?
    /// Called after a pane has opened or closed.
    var onChange: (@MainActor (PaneName?) -> Void)?

    private let banner = ErrorBanner(nil)
    private let ring: RingBanner
    /// The pill that leads back to a call.
    let callPill: CallPill

    private let holder = Box(.column)
    private let frame = PaintedBox(.column)
    private let glass: GlassPane
    private let bar: Box
    private let title = Label(classes: ["pane-title"])
    private let back: Button
    private let services: DesktopServices
    private var current: (name: PaneName, pane: any Pane)?
    private var fitting: LoopTimer?

    init(_ services: DesktopServices, _ backdrop: GlassBackdrop) {
        self.services = services
        ring = RingBanner(services.assistant)
        callPill = CallPill(now: { [calls = services.session.calls] in calls.now })
        glass = GlassPane(frame, DesignTokens.Glass.pane, backdrop, coversWindow: true)
        back = Button(icon: "jarvis-back-symbolic", pixels: 20, label: localized("Back"))
        for name in ["round", "points"] { back.addClass(name) }
        title.setTextAlignment(0)
        title.expand(horizontal: true)
        title.wrapsBetweenWords()
        back.align(vertical: .center)
        bar = Box(.row, spacing: 16, [back, title])
        bar.addClass("pane-bar")
        if !Window.hasTitleBars { bar.append(WindowControls(.end)) }
        holder.expand(horizontal: true, vertical: true)
        frame.append(WindowHandle(bar))
        frame.append(holder)
        frame.append(callPill.root)
        frame.append(ring.root)
        frame.append(banner.root)
        frame.addClass("pane")
        frame.setRole(.region)
        root = frame
        root.isVisible = false
        back.onClick { [weak self] in self?.stepBack() }
        banner.serve(services.assistant) { [weak self] in self?.open($0) }
        let finger = TouchSwipeGesture()
        finger.onSwipe { [weak self] x, y in if PaneSwipe.closes(x, y) { self?.stepBack() } }
        frame.add(finger)
        let touchpad = TouchpadSwipeGesture(fingers: DesignTokens.Gesture.touchpadFingers)
        touchpad.onSwipe { [weak self] x, y in if PaneSwipe.closes(x, y) { self?.stepBack() } }
        frame.add(touchpad)
    }

    var openPane: PaneName? { current?.name }

    /// Opens a pane, replacing any open one; does nothing if it is already open.
    func open(_ name: PaneName) {
        guard current?.name != name else { return }
        if current == nil { onWillOpen?() }
        put(name)
        onChange?(name)
    }

    /// Rebuilds this pane if it is the open one.
    func renew(_ name: PaneName) { if current?.name == name { put(name) } }

    private func put(_ name: PaneName) {
        take()
        let pane = PaneRegistry.make(name, services, context())
        current = (name, pane)
        retitle(pane.title)
        holder.append(pane.content)
        root.isVisible = true
        grabFocus()
        pane.paneDidOpen()
    }

    /// Shows a place within the open pane.
    func show(place: String) { current?.pane.show(place: place) }

    private func retitle(_ text: String) {
        title.text = text
        fitTitle()
        // If two titles come within one frame, the second was measured in the style of the first.
        fitting = .once(milliseconds: DesignTokens.Panes.titleMilliseconds) { [weak self] in self?.fitTitle() }
        frame.setAccessibleLabel(text)
    }

    /// Shrinks a title that is too long for its bar, instead of cutting it off.
    private func fitTitle() {
        // The pane has no width before the window has been shown.
        let width = root.parent.map(\.width) ?? 0
        let room = (width > 0 ? width : DesignTokens.Size.windowWidth) - DesignTokens.Panes.barReserve
        let size = DesignTokens.Panes.TitleSize.self
        let full = size.usual
        // A new style takes effect later, so this measurement still has the size of the current classes.
        let now = title.hasClass("tight") ? size.tight : title.hasClass("narrow") ? size.narrow : full
        title.setClass("narrow", Double(title.naturalWidth) / now * full > Double(room))
        // A single word that is longer than its line would widen the window.
        title.setClass("tight", Double(title.minimumWidth) / now * size.narrow > Double(room))
    }

    /// Shows a banner in the open pane, which covers the one on the main screen. Without a pane, shows none.
    func show(_ banner: Banner?) {
        var banner = current == nil ? nil : banner
        // The settings are already open, so the banner needs no button that opens them.
        if current?.name == .settings, banner?.action == .openSettings { banner?.action = nil }
        self.banner.show(banner)
    }

    /// Shows ringing reminders in the open pane, so they can be answered from any pane.
    func show(_ ringing: Ringing) { ring.show(current == nil ? Ringing() : ringing) }

    /// Focuses the open pane.
    func grabFocus() { if !(current?.pane.initialFocus?.grabFocus() ?? false) { back.grabFocus() } }

    /// Passes Ctrl+F on to the open pane.
    func find() { current?.pane.find() }

    /// True if the open pane handles Ctrl+F itself.
    var hasOwnSearch: Bool { current?.pane.hasOwnSearch ?? false }

    /// Handles Esc: closes anything open within the pane, or else goes a step back.
    func goBack() {
        if current?.pane.closeInner() != true { stepBack() }
    }

    /// Goes a step back within the pane, or else to the main screen.
    func stepBack() {
        if current?.pane.stepBack() != true { close() }
    }

    /// Turns a page of the open pane; false at the end, nil if the pane has no pages.
    func turnPage(forward: Bool) -> Bool? { current?.pane.turnPage(forward: forward) }

    /// Closes the open pane; idempotent.
    func close() {
        guard current != nil else { return }
        take()
        root.isVisible = false
        onChange?(nil)
    }

    private func context() -> PaneContext {
        PaneContext(
            close: { [weak self] in self?.close() }, open: { [weak self] in self?.open($0) },
            retitle: { [weak self] in self?.retitle($0) }, width: root.parent?.width ?? 0)
    }

    private func take() {
        guard let (_, pane) = current else { return }
        pane.paneWillClose()
        holder.remove(pane.content)
        current = nil
    }
}
