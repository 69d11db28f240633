// SPDX-License-Identifier: GPL-3.0-or-later
// Connects a long list with the adjustments of its scrolled window: their values follow the list's layout, and the list
// follows the user's scrolling.

import CGtk
import GioKit

extension RowLayout {
    /// Updates the scroll bars to the current view.
    func configure() {
        isConfiguring = true
        defer { isConfiguring = false }
        if let across = adjustments[false]?.object {
            let width = Double(width)
            gtk_adjustment_configure(across.pointer(), 0, 0, width, width * 0.1, width * 0.9, width)
        }
        guard let along = adjustments[true]?.object else { return }
        let page = Double(page)
        gtk_adjustment_configure(
            along.pointer(), top, 0, max(page, Double(heights.total)), page * 0.1, page * 0.9, page)
    }

    func adjustment(isVertical: Bool) -> UnsafeMutableRawPointer? { adjustments[isVertical]?.object.raw }

    func setAdjustment(_ adjustment: UnsafeMutableRawPointer?, isVertical: Bool) {
        guard adjustment != adjustments[isVertical]?.object.raw else { return }
        if let old = adjustments[isVertical], let connection = old.connection, connection.isConnected {
            connection.disconnect()
        }
        adjustments[isVertical] = adjustment.map { raw in
            let object = GObjectRef(retaining: raw)
            let connection =
                isVertical ? object.on("value-changed") { [weak self] in self?.wasScrolled() } : nil
            return (object, connection)
        }
        if isVertical { gtk_widget_queue_allocate(list) }
    }

    private func wasScrolled() {
        guard !isConfiguring, count > 0, let along = adjustments[true]?.object else { return }
        scroll(to: gtk_adjustment_get_value(along.pointer()))
    }

    /// Scrolls to a position in the whole list.
    func scroll(to value: Double) {
        let most = Double(max(0, heights.total - page))
        if value >= most {
            anchor = .end
        } else {
            let position = heights.position(at: Int(max(0, value)))
            anchor = .row(position, offset: Double(heights.top(of: position)) - max(0, value))
        }
        schedule()
    }
}
