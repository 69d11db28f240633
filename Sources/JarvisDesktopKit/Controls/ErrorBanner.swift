// SPDX-License-Identifier: GPL-3.0-or-later
// The banner that slides up over the controls: what happened, what to do, and a button to do it. It stays while the
// pointer or the keyboard focus is on it.

package import GtkKit
package import JarvisAssistant
package import JarvisConversation
import JarvisCore
import JarvisVisuals

@MainActor
package final class ErrorBanner {
    package let root: Widget
    /// Called when the user presses the banner's button.
    private var onAction: (@MainActor (Banner) -> Void)?
    /// Called when the user dismisses the banner.
    private var onDismiss: (@MainActor (Banner) -> Void)?

    private let bin: OffsetBin
    private let row: PaintedBox
    private let glass: GlassPane?
    private let motion: SpringMover
    private let message = Label(classes: ["banner-text"])
    private let action = Button(label: "")
    private let reader: BannerReader
    private var banner: Banner?

    /// - Parameter backdrop: the blurred scene that shines through; nil for an opaque banner on a pane.
    package init(_ backdrop: GlassBackdrop?) {
        let icon = Image(icon: "jarvis-warning-symbolic", pixels: 20)
        icon.setRole(.none)
        let dismiss = Button(icon: "jarvis-close-symbolic", pixels: 14, label: localized("Dismiss"))
        dismiss.addClass("round")
        message.wraps()
        message.setTextAlignment(0)
        message.expand(horizontal: true)
        let text = Box(.row, spacing: 14, [icon, message])
        let body = StackingRow(text, action, share: 0.6, spacing: 14)
        body.expand(horizontal: true)
        row = PaintedBox(.row, spacing: 14, [body, dismiss])
        row.addClass("banner")
        row.setRole(.alert)
        action.addClass("banner-action")
        action.align(horizontal: .start, vertical: .center)
        dismiss.align(vertical: .start)
        if let backdrop {
            glass = GlassPane(row, DesignTokens.Glass.error, backdrop)
        } else {
            glass = nil
            row.addClass("filled")
        }
        bin = OffsetBin(row)
        bin.align(horizontal: .fill, vertical: .end)
        bin.addClass("banner-place")
        bin.isVisible = false
        motion = SpringMover(bin, .errorSlide(0))
        root = bin
        reader = BannerReader(row)
        action.onClick { [weak self] in self?.act() }
        dismiss.onClick { [weak self] in self?.dismiss() }
        let click = ClickGesture()
        click.onRelease { [weak self] in self?.dismiss() }
        message.add(click)
        motion.onStep = { [weak self] in self?.place($0) }
        motion.onRest = { [weak self] in self?.settle($0) }
    }

    /// Sends the user's responses to the assistant.
    /// - Parameter open: opens a pane.
    package func serve(_ assistant: Assistant, open: @escaping @MainActor (PaneName) -> Void) {
        onDismiss = { assistant.send(.bannerDismissed($0.id)) }
        reader.onHold = { assistant.send(.bannerHeld($0, $1)) }
        onAction = { banner in
            assistant.send(Self.answer(to: banner))
            if banner.action == .openSettings { open(.settings) }
        }
    }

    /// The event for the banner's button. Retrying also removes the banner. Dismissing the banner first would discard
    /// the work that it offers to retry.
    nonisolated static func answer(to banner: Banner) -> AssistantEvent {
        switch banner.action {
        case .retry: .retryRequested
        case .unmute: .setMuted(false)
        case .openSettings, nil: .bannerDismissed(banner.id)
        }
    }

    package func show(_ banner: Banner?) {
        guard banner?.id != self.banner?.id else { return offer(banner) }
        reader.show(banner?.id)
        self.banner = banner
        guard let banner else { return motion.move(to: 0) }
        let text = BannerText.text(banner.message)
        message.text = text
        row.setAccessibleLabel(text)
        row.setClass("notice", banner.severity == .notice)
        glass?.look = banner.severity == .notice ? DesignTokens.Glass.notice : DesignTokens.Glass.error
        offer(banner)
        if !bin.isVisible { place(0) }
        bin.isVisible = true
        bin.receivesPointer = true
        motion.move(to: 1)
    }

    /// Shows the button for a banner's action, if it has one.
    private func offer(_ banner: Banner?) {
        self.banner = banner
        guard let banner else { return }
        action.isVisible = banner.action != nil
        switch banner.action {
        case .openSettings: action.setLabel(localized("Open Settings"))
        case .retry: action.setLabel(localized("Retry"))
        case .unmute: action.setLabel(localized("Unmute"))
        case nil: break
        }
    }

    /// Places the banner; `share` is how far it has slid in. A spring overshoots 1 a little before it rests.
    private func place(_ share: Double) {
        // Without motion, the banner fades in at its final place.
        let isStill = bin.windowHasClass("reduced-motion")
        bin.setOffset(isStill ? 0 : (1 - share) * DesignTokens.Glass.bannerTravel)
        bin.opacity = min(max(share, 0), 1)
    }

    /// Hides the banner once it has slid out, which also removes it from the accessibility tree and the focus order.
    private func settle(_ share: Double) {
        row.queueDraw()
        guard share == 0, banner == nil else { return }
        reader.hide()
        bin.isVisible = false
    }

    private func act() {
        if let banner { onAction?(banner) }
    }

    private func dismiss() {
        if let banner { onDismiss?(banner) }
    }
}
