// SPDX-License-Identifier: GPL-3.0-or-later
// A bubble over a widget, for context menus. It has a parent only while it is open.

import CGtk
import GioKit

/// A popover that is shown once and then discarded.
public final class Popover: Widget {
    private var isAttached = false

    public init(_ child: Widget) {
        super.init(gtk_popover_new())
        gtk_popover_set_child(pointer(), child.widget)
        gtk_popover_set_has_arrow(pointer(), 0)
    }

    /// Creates a menu of actions.
    /// - Parameter label: The menu's name for assistive technology.
    public init(_ menu: Menu, label: String) {
        super.init(gtk_popover_menu_new_from_model(menu.pointer()))
        gtk_popover_set_has_arrow(pointer(), 0)
        setAccessibleLabel(label)
        offerMenuItems(of: label)
    }

    /// Calls `handler` once the popover has closed.
    public func onClose(_ handler: @escaping @MainActor () -> Void) { on("closed", handler) }

    /// Opens beside `anchor` inside `parent`, or at the point (x, y) of `anchor` if given.
    public func open(in parent: Widget, beside anchor: Widget, at point: (x: Double, y: Double)? = nil) {
        guard !isAttached else { return }
        isAttached = true
        gtk_widget_set_parent(widget, parent.widget)
        var x = Double(anchor.width) / 2
        var y = Double(anchor.height) / 2
        if let point { (x, y) = point }
        var (placeX, placeY) = (x, y)
        gtk_widget_translate_coordinates(anchor.widget, parent.widget, x, y, &placeX, &placeY)
        var place = GdkRectangle(x: gint(placeX), y: gint(placeY), width: 1, height: 1)
        gtk_popover_set_pointing_to(pointer(), &place)
        on("closed") { [weak self] in self?.detachSoon() }
        gtk_popover_popup(pointer())
    }

    public func close() { gtk_popover_popdown(pointer()) }

    /// Detaches later, since GTK is still using the popover while it reports the closing.
    private func detachSoon() {
        detaching = LoopTimer.once(milliseconds: 0) { [weak self] in self?.detach() }
    }

    private var detaching: LoopTimer?

    /// Removes the popover from its parent at once. Owners call this before they are released; it may be called more
    /// than once.
    public func detach() {
        detaching = nil
        guard isAttached else { return }
        isAttached = false
        gtk_widget_unparent(widget)
    }
}
