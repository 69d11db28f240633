// SPDX-License-Identifier: GPL-3.0-or-later
// The banner that slides up over the controls: what happened, what to do, and a way to do it.

import GtkKit
import JarvisCore

@MainActor
final class ErrorBanner {
    let root: Widget
    /// The user wants what the banner offers.
    var onAction: (@MainActor (Banner) -> Void)?
    /// The user has seen enough of it.
    var onDismiss: (@MainActor (Banner) -> Void)?

    private let revealer: Revealer
    private let row: Box
    private let message = Label(classes: ["banner-text"])
    private let action = Button(label: "")
    private var banner: Banner?

    init() {
        let icon = Image(icon: "jarvis-warning-symbolic", pixels: 20)
        icon.setRole(.none)
        let dismiss = Button(icon: "jarvis-close-symbolic", pixels: 14, label: localized("Dismiss"))
        dismiss.addClass("round")
        message.wraps()
        message.setTextAlignment(0)
        message.expand(horizontal: true)
        row = Box(.row, spacing: 14, [icon, message, action, dismiss])
        row.addClass("banner")
        row.setRole(.alert)
        for child in [action, dismiss] { child.align(vertical: .center) }
        revealer = Revealer(row, transition: .slideUp, milliseconds: DesignTokens.Motion.errorSlide)
        revealer.align(horizontal: .fill, vertical: .end)
        revealer.addClass("banner-place")
        revealer.isVisible = false
        root = revealer
        action.onClick { [weak self] in self?.act() }
        dismiss.onClick { [weak self] in self?.dismiss() }
        let click = ClickGesture()
        click.onRelease { [weak self] in self?.dismiss() }
        message.add(click)
        revealer.on("notify::child-revealed") { [weak self] in self?.settle() }
    }

    func show(_ banner: Banner?) {
        guard banner != self.banner else { return }
        self.banner = banner
        guard let banner else {
            revealer.isRevealed = false
            return settle()
        }
        message.text = banner.message
        row.setAccessibleLabel(banner.message)
        row.setClass("notice", banner.severity == .notice)
        action.isVisible = banner.action != nil
        switch banner.action {
        case .openSettings: action.setLabel(localized("Open Settings"))
        case .retry: action.setLabel(localized("Retry"))
        case nil: break
        }
        revealer.isVisible = true
        revealer.isRevealed = true
    }

    /// Out of sight, the banner is out of the accessibility tree and of the keyboard's way too.
    private func settle() {
        if banner == nil && !revealer.isChildShown { revealer.isVisible = false }
    }

    private func act() {
        if let banner { onAction?(banner) }
    }

    private func dismiss() {
        if let banner { onDismiss?(banner) }
    }
}
