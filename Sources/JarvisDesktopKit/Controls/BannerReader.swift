// SPDX-License-Identifier: GPL-3.0-or-later
// Reports while the pointer or the keyboard focus is on a banner, so the banner stays until the user leaves it.

package import GtkKit
package import JarvisConversation

@MainActor
package final class BannerReader {
    /// Called with true when the user has started to read a banner, and with false when the user has stopped.
    package var onHold: (@MainActor (BannerID, Bool) -> Void)?

    private let widget: Widget
    private var banner: BannerID?
    private var isHovered = false

    /// - Parameter widget: the widget that shows the banners.
    package init(_ widget: Widget) {
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

    /// Call when the widget shows another banner, or none.
    package func show(_ banner: BannerID?) {
        guard banner != self.banner else { return }
        let isRead = isHovered || widget.containsFocus
        // The user no longer reads the old banner here, even if another widget still shows it.
        if isRead { report(false) }
        self.banner = banner
        // The new banner appears under the pointer or the focus, so the user reads it at once.
        if isRead { report(true) }
    }

    /// Call when the widget is hidden, because a hidden widget gets no event when the pointer leaves.
    package func hide() { isHovered = false }

    private func hover(_ isHovered: Bool) {
        self.isHovered = isHovered
        report(isHovered || widget.containsFocus)
    }

    private func report(_ isHeld: Bool) {
        if let banner { onHold?(banner, isHeld) }
    }
}
