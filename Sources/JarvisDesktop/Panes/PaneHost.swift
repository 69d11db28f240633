// SPDX-License-Identifier: GPL-3.0-or-later
// Shows one pane at a time over the main screen: title bar with a back button, focus kept inside while it is open and
// given back afterwards.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore

@MainActor
final class PaneHost {
    /// The layer to put over the window's content; invisible while no pane is open.
    let root: Widget
    /// Called before a pane opens where there was none: the time to remember what has the keyboard.
    var onWillOpen: (@MainActor () -> Void)?
    /// Called after a pane has opened or closed.
    var onChange: (@MainActor (PaneName?) -> Void)?

    private let banner = ErrorBanner(nil)
    private let ring: RingBanner
    /// Leads back to a call.
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

    /// Opens a pane, in place of one that is open; opening the open one changes nothing.
    func open(_ name: PaneName) {
        guard current?.name != name else { return }
        if current == nil { onWillOpen?() }
        put(name)
        onChange?(name)
    }

    /// Makes the open pane again if it is this one.
    func renew(_ name: PaneName) { if current?.name == name { put(name) } }

    private func put(_ name: PaneName) {
        take()
        let pane = PaneRegistry.make(name, context())
        current = (name, pane)
        bar.setClass("large", pane.hasLargeTitle)
        retitle(pane.title)
        holder.append(pane.content)
        root.isVisible = true
        grabFocus()
        pane.paneDidOpen()
    }

    /// Shows a place in the open pane.
    func show(place: String) { current?.pane.show(place: place) }

    private func retitle(_ text: String) {
        title.text = text
        fitTitle()
        // Of two titles within a frame, the second was measured in the first one's type.
        fitting = .once(milliseconds: DesignTokens.Panes.titleMilliseconds) { [weak self] in self?.fitTitle() }
        frame.setAccessibleLabel(text)
    }

    /// A heading that is too long for its bar is set smaller instead of being cut.
    private func fitTitle() {
        // Before the window has been shown it has no width yet.
        let width = root.parent.map(\.width) ?? 0
        let room = (width > 0 ? width : DesignTokens.Size.windowWidth) - DesignTokens.Panes.barReserve
        let size = DesignTokens.Panes.TitleSize.self
        let full = bar.hasClass("large") ? size.large : size.usual
        // Styles are resolved later: what is measured now has the size of the classes that are set now.
        let now = title.hasClass("tight") ? size.tight : title.hasClass("narrow") ? size.narrow : full
        title.setClass("narrow", Double(title.naturalWidth) / now * full > Double(room))
        // A single word that is longer than its line makes the window wider.
        title.setClass("tight", Double(title.minimumWidth) / now * size.narrow > Double(room))
    }

    /// Tells in the pane what happens while it covers the main screen; nothing while none is open.
    func show(_ banner: Banner?) {
        var banner = current == nil ? nil : banner
        // They are here.
        if current?.name == .settings, banner?.action == .openSettings { banner?.action = nil }
        self.banner.show(banner)
    }

    /// What rings can be answered wherever the user is.
    func show(_ ringing: Ringing) { ring.show(current == nil ? Ringing() : ringing) }

    /// Gives the keyboard to the open pane.
    func grabFocus() { if !(current?.pane.initialFocus?.grabFocus() ?? false) { back.grabFocus() } }

    /// Hands Ctrl+F to the open pane.
    func find() { current?.pane.find() }

    /// True where Ctrl+F is the open pane's own affair.
    var hasOwnSearch: Bool { current?.pane.hasOwnSearch ?? false }

    /// Esc: closes what is open within the pane, or else goes a step back.
    func goBack() {
        if current?.pane.closeInner() != true { stepBack() }
    }

    /// Goes back within the pane, or else from the pane to the main screen.
    func stepBack() {
        if current?.pane.stepBack() != true { close() }
    }

    /// Closes the open pane; idempotent.
    func close() {
        guard current != nil else { return }
        take()
        root.isVisible = false
        onChange?(nil)
    }

    private func context() -> PaneContext {
        PaneContext(
            services: services, close: { [weak self] in self?.close() }, open: { [weak self] in self?.open($0) },
            retitle: { [weak self] in self?.retitle($0) }, width: root.parent?.width ?? 0)
    }

    private func take() {
        guard let (_, pane) = current else { return }
        pane.paneWillClose()
        holder.remove(pane.content)
        current = nil
    }
}
