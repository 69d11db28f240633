// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the controls on the screen by name and presses them, for people who use their voice instead of a pointer.

import CGtk
import GioKit

/// A control on the screen.
@MainActor
public struct PressableControl {
    public let widget: Widget
    /// What assistive technology and people call it, the most telling name first.
    public let names: [String]
    /// Its place in the widget that was searched, in logical pixels.
    public let place: Place

    /// Presses a button or a switch, opens a drop-down, and focuses a field or a slider.
    /// - Returns: False if the control is disabled.
    public func press() -> Bool {
        guard gtk_widget_is_sensitive(widget.widget) != 0, widget.isMapped else { return false }
        if jarvis_is_button(widget.raw) != 0 { return jarvis_press(widget.raw) != 0 }
        return widget.grabFocus()
    }
}

extension Widget {
    /// The controls inside this widget that can be seen, in the order of the tree.
    public final var pressableControls: [PressableControl] {
        var found: [PressableControl] = []
        let whole = Place(x: 0, y: 0, width: width, height: height)
        collect(widget, within: whole, into: &found)
        return found
    }

    private func collect(
        _ candidate: UnsafeMutablePointer<GtkWidget>, within view: Place, into found: inout [PressableControl]
    ) {
        guard gtk_widget_get_mapped(candidate) != 0, gtk_widget_get_can_target(candidate) != 0,
            let place = place(of: candidate)
        else { return }
        let isControl = jarvis_is_button(candidate) != 0 || jarvis_is_editable_field(candidate) != 0
        if isControl {
            // Parts of a control, such as the arrow of a drop-down, are not controls of their own.
            if view.shows(place) {
                found.append(
                    PressableControl(widget: Widget(candidate), names: Self.names(of: candidate), place: place))
            }
            return
        }
        // Skip what is scrolled out of view.
        let inner = jarvis_is_scroller(candidate) != 0 ? view.intersection(place) : view
        var next = gtk_widget_get_first_child(candidate)
        while let child = next {
            collect(child, within: inner, into: &found)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    private func place(of other: UnsafeMutablePointer<GtkWidget>) -> Place? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(other, widget, &bounds) != 0 else { return nil }
        return Place(
            x: Int(bounds.origin.x.rounded()), y: Int(bounds.origin.y.rounded()),
            width: Int(bounds.size.width.rounded()),
            height: Int(bounds.size.height.rounded()))
    }

    private static func names(of control: UnsafeMutablePointer<GtkWidget>) -> [String] {
        var names: [String] = []
        if let label = jarvis_accessible_label(control) { names.append(String(cString: label)) }
        let shown = text(in: control)
        if !shown.isEmpty { names.append(shown) }
        if let tooltip = gtk_widget_get_tooltip_text(control) { names.append(String(cString: tooltip)) }
        return names
    }

    /// The text of the first label inside.
    private static func text(in widget: UnsafeMutablePointer<GtkWidget>) -> String {
        if jarvis_is_label(widget) != 0 { return String(cString: gtk_label_get_text(OpaquePointer(widget))) }
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if gtk_widget_get_visible(child) != 0, case let text = text(in: child), !text.isEmpty { return text }
            next = gtk_widget_get_next_sibling(child)
        }
        return ""
    }

    /// The tallest scrolled area inside that has more than it shows; nil if nothing scrolls.
    public final var mainScroller: ScrolledWindow? {
        var best: (widget: UnsafeMutablePointer<GtkWidget>, area: Int)?
        var waiting = [widget]
        while let next = waiting.popLast() {
            guard gtk_widget_get_mapped(next) != 0 else { continue }
            if jarvis_is_scroller(next) != 0 {
                let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(next))
                let isLong = gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) + 1
                let area = Int(gtk_widget_get_width(next)) * Int(gtk_widget_get_height(next))
                if isLong, area > best?.area ?? 0 { best = (next, area) }
            }
            var child = gtk_widget_get_first_child(next)
            while let inner = child {
                waiting.append(inner)
                child = gtk_widget_get_next_sibling(inner)
            }
        }
        return best.map { ScrolledWindow(wrapping: $0.widget) }
    }
}

extension Place {
    /// The common part; empty if there is none.
    fileprivate func intersection(_ other: Place) -> Place {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Place(
            x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
            height: max(0, min(y + height, other.y + other.height) - top))
    }

    /// True if at least half of another place is within this one.
    fileprivate func shows(_ other: Place) -> Bool {
        let common = intersection(other)
        return other.width > 0 && other.height > 0
            && 2 * common.width * common.height >= other.width * other.height
    }
}
