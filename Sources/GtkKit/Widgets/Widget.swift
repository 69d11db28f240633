// SPDX-License-Identifier: GPL-3.0-or-later
// What every widget can do. A wrapper keeps its widget alive; the widget tree keeps it too, once it is placed.

public import CGtk
public import GioKit

/// Where a widget stands in the room it is given.
public enum Alignment {
    case fill, start, end, center

    var gtk: GtkAlign {
        switch self {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .end: GTK_ALIGN_END
        case .center: GTK_ALIGN_CENTER
        }
    }
}

/// A GTK widget.
open class Widget: GObjectRef {
    /// Wraps a widget that C made or that another object owns.
    public init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        super.init(retaining: UnsafeMutableRawPointer(widget))
    }

    /// The widget for C.
    public final var widget: UnsafeMutablePointer<GtkWidget> { pointer() }

    public final func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
    public final func removeClass(_ name: String) { gtk_widget_remove_css_class(widget, name) }

    /// True when the widget has the CSS class.
    public final func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(widget, name) != 0 }

    /// Adds or removes a CSS class; nothing is restyled when it is already so.
    public final func setClass(_ name: String, _ isOn: Bool) {
        guard (gtk_widget_has_css_class(widget, name) != 0) != isOn else { return }
        if isOn { addClass(name) } else { removeClass(name) }
    }

    public final var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        set { if newValue != isVisible { gtk_widget_set_visible(widget, newValue ? 1 : 0) } }
    }

    public final var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        set { if newValue != isSensitive { gtk_widget_set_sensitive(widget, newValue ? 1 : 0) } }
    }

    /// False lets pointer events fall through to what is below.
    public final var receivesPointer: Bool {
        get { gtk_widget_get_can_target(widget) != 0 }
        set { gtk_widget_set_can_target(widget, newValue ? 1 : 0) }
    }

    /// False keeps the keyboard from this widget and all inside it.
    public final var acceptsFocus: Bool {
        get { gtk_widget_get_can_focus(widget) != 0 }
        set { gtk_widget_set_can_focus(widget, newValue ? 1 : 0) }
    }

    public final var opacity: Double {
        get { gtk_widget_get_opacity(widget) }
        set { gtk_widget_set_opacity(widget, newValue) }
    }

    public final var width: Int { Int(gtk_widget_get_width(widget)) }
    public final var height: Int { Int(gtk_widget_get_height(widget)) }
    public final var scaleFactor: Int { Int(gtk_widget_get_scale_factor(widget)) }
    public final var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }

    /// True when this widget or one inside it has the keyboard.
    public final var containsFocus: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// True when this widget itself has the keyboard.
    public final var hasFocus: Bool { gtk_widget_has_focus(widget) != 0 }

    /// Whether the keyboard can come to it.
    public final var isFocusable: Bool {
        get { gtk_widget_get_focusable(widget) != 0 }
        set { if newValue != isFocusable { gtk_widget_set_focusable(widget, newValue ? 1 : 0) } }
    }

    /// True where text runs from right to left.
    public final var isRightToLeft: Bool { gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL }

    @discardableResult
    public final func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }

    public final func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(widget, text) }

    /// The least size in logical pixels; −1 leaves a direction alone.
    public final func setSizeRequest(width: Int = -1, height: Int = -1) {
        gtk_widget_set_size_request(widget, gint(width), gint(height))
    }

    public final func align(horizontal: Alignment? = nil, vertical: Alignment? = nil) {
        if let horizontal { gtk_widget_set_halign(widget, horizontal.gtk) }
        if let vertical { gtk_widget_set_valign(widget, vertical.gtk) }
    }

    public final func expand(horizontal: Bool? = nil, vertical: Bool? = nil) {
        if let horizontal { gtk_widget_set_hexpand(widget, horizontal ? 1 : 0) }
        if let vertical { gtk_widget_set_vexpand(widget, vertical ? 1 : 0) }
    }

    /// Space round the widget in logical pixels; nil leaves a side alone.
    public final func margins(top: Int? = nil, bottom: Int? = nil, start: Int? = nil, end: Int? = nil) {
        if let top { gtk_widget_set_margin_top(widget, gint(top)) }
        if let bottom { gtk_widget_set_margin_bottom(widget, gint(bottom)) }
        if let start { gtk_widget_set_margin_start(widget, gint(start)) }
        if let end { gtk_widget_set_margin_end(widget, gint(end)) }
    }

    /// The same space on all sides.
    public final func margins(all pixels: Int) {
        margins(top: pixels, bottom: pixels, start: pixels, end: pixels)
    }

    public final func queueDraw() { gtk_widget_queue_draw(widget) }
    /// Its children get new places, its own stays.
    public final func queueAllocate() { gtk_widget_queue_allocate(widget) }

    /// Hands the controller's ownership to the widget.
    public final func add(_ controller: EventController) {
        g_object_ref(controller.raw)
        gtk_widget_add_controller(widget, controller.opaque)
    }
}
