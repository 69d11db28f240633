// SPDX-License-Identifier: GPL-3.0-or-later
// Tells while the pointer or the keyboard is on what shows a banner: it then waits for its reader.

import GtkKit
import JarvisConversation

@MainActor
final class BannerReader {
    /// Somebody has come to read a banner, or has gone.
    var onHold: (@MainActor (BannerID, Bool) -> Void)?

    private let widget: Widget
    private var banner: BannerID?
    private var isHovered = false

    /// - Parameter widget: what shows the banners.
    init(_ widget: Widget) {
        self.widget = widget
        let pointer = HoverController()
        pointer.onEnter { [weak self] in self?.hover(true) }
        pointer.onLeave { [weak self] in self?.hover(false) }
        widget.add(pointer)
        let focus = FocusController()
        focus.onEnter { [weak self] in self?.report(true) }
        focus.onLeave { [weak self] in self.map { $0.report($0.isHovered) } }
        widget.add(focus)
    }

    /// Another banner is shown there, or none.
    func show(_ banner: BannerID?) {
        guard banner != self.banner else { return }
        let isRead = isHovered || widget.containsFocus
        // The old one is no longer read here, although another place may go on showing it.
        if isRead { report(false) }
        self.banner = banner
        // It comes where the reader already is.
        if isRead { report(true) }
    }

    /// The widget is out of sight, and no pointer leaves what cannot be seen.
    func hide() { isHovered = false }

    private func hover(_ isHovered: Bool) {
        self.isHovered = isHovered
        report(isHovered || widget.containsFocus)
    }

    private func report(_ isHeld: Bool) {
        if let banner { onHold?(banner, isHeld) }
    }
}
