// SPDX-License-Identifier: GPL-3.0-or-later
// The way back to a call from other parts of the window: an icon, the call's state and its length. Redraws once a
// second while visible.

import GioKit
import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class CallPill {
    let root: Button
    private let text = Label(classes: ["callout", "time-figures"])
    private let now: @MainActor () -> Timestamp
    private var call: Call?
    private var ticking: LoopTimer?

    init(now: @escaping @MainActor () -> Timestamp) {
        self.now = now
        let icon = Image(icon: "jarvis-call-symbolic", pixels: DesignTokens.Calls.pillIcon)
        // The button carries the accessible name: a screen reader would read a changing time every second.
        for part in [icon, text] { part.setRole(.none) }
        text.ellipsizes()
        let content = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [icon, text])
        root = Button(content, accessibleLabel: localized("Return to the call"))
        root.addClass("call-pill")
        root.align(horizontal: .center, vertical: .center)
        root.setTooltip(localized("Return to the call"))
        root.isVisible = false
        root.connect("map", after: true) { [weak self] _ in self?.tick() }
        root.connect("unmap", after: true) { [weak self] _ in self?.ticking = nil }
    }

    /// Shows a call; nil hides the pill.
    func show(_ call: Call?) {
        self.call = call
        root.isVisible = call != nil
        root.setClass("ringing", call?.status == .ringing)
        tick()
    }

    private func tick() {
        guard let call else { return ticking = nil }
        let time = now()
        let status = CallText.status(call, at: time)
        text.text = call.status == .active ? localized("In a call · %1", status) : status
        guard root.isMapped, let begin = call.connectedAt else { return ticking = nil }
        let milliseconds = time.since(begin).components.attoseconds / 1_000_000_000_000_000
        ticking = .once(milliseconds: 1001 - Int(max(0, milliseconds))) { [weak self] in self?.tick() }
    }
}
