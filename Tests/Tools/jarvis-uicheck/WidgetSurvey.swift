// SPDX-License-Identifier: GPL-3.0-or-later
// The positions and sizes of everything in a window, for tests to measure.

import CGtk
import GtkKit

/// One widget of a window, as laid out.
struct SurveyedWidget: Sendable {
    /// The GTK class name, "GtkLabel".
    var type: String
    /// CSS classes.
    var classes: [String]
    /// The text of a label; empty for all others.
    var text = ""
    /// The position in the window's own coordinates, in logical pixels.
    var place: Place
    /// The position of a label's glyphs; for all others the widget's own.
    var glyphs: Place
    /// The natural height at its current width.
    var naturalHeight: Int
    /// The minimum width.
    var minimumWidth: Int
    /// True for the placeholder of an empty field.
    var isPlaceholder = false
    /// True if a label's text is larger than its space.
    var isClipped = false
    /// True if it shows the choice of a drop-down, whose list has the whole text.
    var isChoice: Bool
    /// True if a label shows less than its text.
    var isEllipsized = false
    /// True if a label may wrap its lines.
    var wraps = false
    /// True if it reacts to clicks: a button, a switch, a field, a slider.
    var isClickable: Bool
    var isSensitive: Bool
    /// The product of its own opacity and those of its parents.
    var opacity: Double
    /// The visible part of the scrolled area that contains it; the widget may lie outside.
    var view: Place?
    var isScrolled: Bool { view != nil }
    /// Its depth in the tree.
    var depth: Int
}

/// Reads the layout of windows.
@MainActor
enum WidgetSurvey {
    /// Every visible widget of the window, parents before their children.
    static func widgets(of window: Window) -> [SurveyedWidget] {
        var found: [SurveyedWidget] = []
        visit(window.widget, window: window.widget, Context(), into: &found)
        return found
    }

    /// The texts of all labels, even in a hidden window.
    static func labels(in window: Window) -> [String] {
        var texts: [String] = []
        var waiting = [window.widget]
        while let next = waiting.popLast() {
            let instance = UnsafeMutableRawPointer(next).assumingMemoryBound(to: GTypeInstance.self)
            if String(cString: g_type_name_from_instance(instance)) == "GtkLabel" {
                texts.append(String(cString: gtk_label_get_text(OpaquePointer(next))))
            }
            var child = gtk_widget_get_first_child(next)
            while let found = child {
                waiting.append(found)
                child = gtk_widget_get_next_sibling(found)
            }
        }
        return texts
    }

    /// The first widget with this CSS class.
    static func widget(ofClass name: String, in window: Window) -> Widget? {
        widget(ofClass: name, in: window.widget).map(Widget.init)
    }

    private static func widget(
        ofClass name: String, in widget: UnsafeMutablePointer<GtkWidget>
    ) -> UnsafeMutablePointer<GtkWidget>? {
        if gtk_widget_has_css_class(widget, name) != 0 { return widget }
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if let found = Self.widget(ofClass: name, in: child) { return found }
            next = gtk_widget_get_next_sibling(child)
        }
        return nil
    }

    /// Scrolls the main area of the window by most of a view.
    /// - Returns: False at its end, or if nothing scrolls.
    static func scrollOn(_ window: Window) -> Bool {
        guard let scroller = scroller(in: window.widget) else { return false }
        let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
        let (value, page) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
        let last = gtk_adjustment_get_upper(adjustment) - page
        guard value < last - 1 else { return false }
        gtk_adjustment_set_value(adjustment, min(value + page * 0.8, last))
        return true
    }

    private static func scroller(in widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWidget>? {
        guard gtk_widget_get_mapped(widget) != 0 else { return nil }
        if jarvis_is_scroller(widget) != 0 {
            let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(widget))
            let isLong = gtk_adjustment_get_upper(adjustment) > gtk_adjustment_get_page_size(adjustment) + 1
            if isLong, gtk_widget_get_height(widget) > 150, !isInList(widget) {
                return widget
            }
        }
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            if let found = scroller(in: child) { return found }
            next = gtk_widget_get_next_sibling(child)
        }
        return nil
    }

    /// True in the list of pages beside a page, which scrolls separately.
    private static func isInList(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        Self.widget(ofClass: "settings-list", in: widget) != nil
    }

    /// The number of widgets with this CSS class, visible or not.
    static func count(ofClass name: String, in window: Window) -> Int {
        count(ofClass: name, in: window.widget)
    }

    private static func count(ofClass name: String, in widget: UnsafeMutablePointer<GtkWidget>) -> Int {
        var sum = gtk_widget_has_css_class(widget, name) != 0 ? 1 : 0
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            sum += count(ofClass: name, in: child)
            next = gtk_widget_get_next_sibling(child)
        }
        return sum
    }

    /// The properties that a widget inherits from its parents.
    private struct Context {
        var depth = 0
        var opacity = 1.0
        var view: Place?
        var isChoice = false
    }

    private static func visit(
        _ widget: UnsafeMutablePointer<GtkWidget>, window: UnsafeMutablePointer<GtkWidget>, _ context: Context,
        into found: inout [SurveyedWidget]
    ) {
        guard gtk_widget_get_mapped(widget) != 0 else { return }
        var context = context
        context.opacity *= gtk_widget_get_opacity(widget)
        let seen = survey(widget, window, context)
        found.append(seen)
        context.depth += 1
        if jarvis_is_scroller(widget) != 0 {
            // Nested scrolled content is visible only where both show it.
            context.view = context.view.map { $0.intersection(seen.place) } ?? seen.place
        }
        if jarvis_is_drop_down(widget) != 0 { context.isChoice = true }
        // The contents of a switch are pictures of its states, hidden by the style.
        guard jarvis_is_switch(widget) == 0 else { return }
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            visit(child, window: window, context, into: &found)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    private static func survey(
        _ widget: UnsafeMutablePointer<GtkWidget>, _ window: UnsafeMutablePointer<GtkWidget>, _ context: Context
    ) -> SurveyedWidget {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(widget, window, &bounds)
        let (width, height) = (Int(bounds.size.width.rounded()), Int(bounds.size.height.rounded()))
        let place = Place(
            x: Int(bounds.origin.x.rounded()), y: Int(bounds.origin.y.rounded()), width: width, height: height)
        let least = measured(widget, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum
        let own = max(Int(gtk_widget_get_width(widget)), least)
        var seen = SurveyedWidget(
            type: typeName(widget), classes: classes(of: widget),
            place: place, glyphs: place,
            naturalHeight: measured(widget, GTK_ORIENTATION_VERTICAL, for: own).natural,
            minimumWidth: measured(widget, GTK_ORIENTATION_HORIZONTAL, for: -1).minimum,
            isChoice: context.isChoice,
            isClickable: jarvis_is_button(widget) != 0 || jarvis_is_editable_field(widget) != 0,
            isSensitive: gtk_widget_is_sensitive(widget) != 0, opacity: context.opacity,
            view: context.view, depth: context.depth)
        if jarvis_is_label(widget) != 0 {
            let label = OpaquePointer(widget)
            seen.text = String(cString: gtk_label_get_text(label))
            seen.isPlaceholder =
                jarvis_is_text(gtk_widget_get_parent(widget)) != 0 || seen.classes.contains("composer-hint")
            seen.isClipped = isClipped(label)
            seen.glyphs = glyphs(of: label, in: window)
            seen.isEllipsized = pango_layout_is_ellipsized(gtk_label_get_layout(label)) != 0
            seen.wraps = gtk_label_get_wrap(label) != 0
        }
        return seen
    }

    /// GTK's own class; ours are derived from those.
    private static func typeName(_ widget: UnsafeMutablePointer<GtkWidget>) -> String {
        jarvis_is_label(widget) != 0 ? "GtkLabel" : String(cString: g_type_name(jarvis_type_of(widget)))
    }

    private static func glyphs(of label: OpaquePointer, in window: UnsafeMutablePointer<GtkWidget>) -> Place {
        var (x, y): (gint, gint) = (0, 0)
        gtk_label_get_layout_offsets(label, &x, &y)
        // Large letters extend beyond the text's logical rectangle.
        var (ink, extents) = (PangoRectangle(), PangoRectangle())
        pango_layout_get_pixel_extents(gtk_label_get_layout(label), &ink, &extents)
        let (start, end) = (min(ink.x, extents.x), max(ink.x + ink.width, extents.x + extents.width))
        (extents.x, extents.width) = (start, end - start)
        var (left, top) = (0.0, 0.0)
        gtk_widget_translate_coordinates(
            UnsafeMutablePointer<GtkWidget>(label), window, Double(x + extents.x), Double(y + extents.y), &left, &top)
        return Place(
            x: Int(left.rounded()), y: Int(top.rounded()), width: Int(extents.width), height: Int(extents.height))
    }

    private static func isClipped(_ label: OpaquePointer) -> Bool {
        var (width, height): (gint, gint) = (0, 0)
        pango_layout_get_pixel_size(gtk_label_get_layout(label), &width, &height)
        let widget = UnsafeMutablePointer<GtkWidget>(label)
        return width > gtk_widget_get_width(widget) || height > gtk_widget_get_height(widget)
    }

    private static func classes(of widget: UnsafeMutablePointer<GtkWidget>) -> [String] {
        guard let names = gtk_widget_get_css_classes(widget) else { return [] }
        defer { g_strfreev(names) }
        var classes: [String] = []
        var index = 0
        while let name = names[index] {
            classes.append(String(cString: name))
            index += 1
        }
        return classes
    }
}
